internal import CContracts
package import SeamModel
package import Wire

/// The contract of what administrators do with a bound lock after its first day, as this program was built with.
package enum LocksContract: ContractFile {
    package static let bytes: [UInt8] = {
        let contract = unsafe seam_contract_locks()
        return unsafe Array(UnsafeBufferPointer(start: contract.bytes, count: contract.count))
    }()

    /// The methods that it has; the other `locks.*` are the session's.
    package static let names: Set<String> = [LocksStatus.name, LocksWatch.name, LocksRebind.name, LocksRotate.name]
}

/// `locks.status`: a bound lock and what it last said of itself, or says now. Administrators only.
package enum LocksStatus: ReadingMethod {
    package static let name = "locks.status"
    package typealias Result = Binding

    package struct Params: JSONRecord, Hashable {
        package var bindingID: String
        /// Whether the lock is asked first.
        package var refreshes: Bool

        package init(bindingID: String, refreshes: Bool = false) {
            self.bindingID = bindingID
            self.refreshes = refreshes
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            bindingID = try fields.id("binding_id")
            refreshes = try fields.optionalBool("refresh") ?? false
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("binding_id", bindingID)
            writer.member("refresh", refreshes ? true : nil)
        }
    }
}

/// `locks.watch`: the bound locks with what they last said, and each change. Administrators only.
package enum LocksWatch: TypedStream, ReadingMethod {
    package static let name = "locks.watch"
    package typealias Params = NoParams
    package typealias Result = Nothing

    package enum Item: StreamItem {
        /// A lock that is bound when the stream begins.
        case snapshot(Binding)
        /// A lock that was bound or changed, or that said something new of itself.
        case changed(Binding)
        /// A lock that was unbound.
        case removed(bindingID: String)

        package init?(kind: String, data: JSON) throws(FieldFault) {
            switch kind {
            case "snapshot": self = .snapshot(try Binding(json: data))
            case "changed": self = .changed(try Binding(json: data))
            case "removed":
                var fields = try JSONFields(data)
                self = .removed(bindingID: try fields.string("binding_id", bytes: 1...128))
            default: return nil
            }
        }

        package var kind: String {
            switch self {
            case .snapshot: "snapshot"
            case .changed: "changed"
            case .removed: "removed"
            }
        }

        package var json: JSON {
            switch self {
            case .snapshot(let binding), .changed(let binding): binding.json
            case .removed(let id): .members(("binding_id", .string(id)))
            }
        }
    }
}

/// `locks.rebind`: pairs again with a bound lock that was reset or has lost our key. Administrators only.
package enum LocksRebind: TypedStream {
    package static let name = "locks.rebind"
    package typealias Params = LocksUnbind.Params
    package typealias Result = Binding
    package typealias Item = LocksBind.Item
}

/// `locks.rotate`: a new key for a bound lock, in place of the old one. Administrators only.
package enum LocksRotate: TypedStream {
    package static let name = "locks.rotate"
    package typealias Params = LocksUnbind.Params
    package typealias Item = LocksBind.Item

    package struct Result: JSONRecord, Hashable {
        /// What became of the old key.
        package enum OldKey: String, Sendable, Hashable, CaseIterable {
            /// The lock struck it off its list.
            case removed
            /// The lock's list still has it.
            case listed
        }

        package var binding: Binding
        package var oldKey: OldKey
        /// The name that the old key has, or had, in the lock's list.
        package var oldListedAs: String

        package init(binding: Binding, oldKey: OldKey, oldListedAs: String) {
            self.binding = binding
            self.oldKey = oldKey
            self.oldListedAs = oldListedAs
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            binding = try fields.value("binding")
            oldKey = try fields.enumeration("old_key")
            oldListedAs = try fields.string("old_listed_as", bytes: 0...1024)
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("binding", binding)
            writer.member("old_key", oldKey.rawValue)
            writer.member("old_listed_as", oldListedAs)
        }
    }
}
