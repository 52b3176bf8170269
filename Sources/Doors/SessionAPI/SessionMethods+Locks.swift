package import RadioModel
package import SeamModel
package import Wire

/// `locks.bind`: pairs with a lock and binds it to a door. Administrators only.
package enum LocksBind: TypedStream {
    package static let name = "locks.bind"
    package typealias Result = Binding

    package struct Params: JSONCodable, Hashable {
        /// The provider's name, such as `nuki`: `[a-z0-9-]{1,32}`.
        package var provider: String
        package var workspaceID: String
        package var target: Binding.Target
        /// The lock to pair; nil for the nearest one that is ready, after a confirmation.
        package var device: DeviceAddress?
        /// 1 to 64 bytes, for people.
        package var name: String?
        package var action: Binding.Action?

        package init(
            provider: String, workspaceID: String, target: Binding.Target, device: DeviceAddress? = nil,
            name: String? = nil, action: Binding.Action? = nil
        ) {
            self.provider = provider
            self.workspaceID = workspaceID
            self.target = target
            self.device = device
            self.name = name
            self.action = action
        }

        package init(json: JSON, at path: String) throws(FieldFault) {
            var fields = try JSONFields(json, at: path)
            let provider = try fields.optionalString(
                "provider", bytes: 1...32, of: JSONFields.providerCharacters, "of a-z, 0-9 and hyphen")
            guard let provider else { throw fields.fault("provider", "is missing") }
            self.provider = provider
            workspaceID = try fields.id("workspace_id")
            let entranceID = try fields.optionalID("entrance_id")
            let deviceID = try fields.optionalID("device_id")
            if var part = try fields.optionalFields("device") {
                device = try fields.optionalValue("device")
                _ = part.optionalJSON("address")
                _ = part.optionalJSON("address_type")
                try part.end()
            }
            name = try fields.optionalString("name", bytes: 1...64)
            action = try fields.optionalEnumeration("action")
            try fields.end()
            switch (entranceID, deviceID) {
            case (let id?, nil): target = .entrance(id)
            case (nil, let id?): target = .device(id)
            case (.some, .some): throw fields.fault("device_id", "must be absent where entrance_id is given")
            case (nil, nil): throw fields.fault("entrance_id", "or device_id is missing")
            }
        }

        package var json: JSON {
            var entranceID: String?
            var deviceID: String?
            switch target {
            case .entrance(let id): entranceID = id
            case .device(let id): deviceID = id
            }
            return .members(
                ("provider", .string(provider)),
                ("workspace_id", .string(workspaceID)),
                ("entrance_id", entranceID.map(JSON.string)),
                ("device_id", deviceID.map(JSON.string)),
                ("device", device?.json),
                ("name", name.map(JSON.string)),
                ("action", action.map { .string($0.rawValue) })
            )
        }
    }
}

/// `locks.answer`: answers a prompt of `locks.bind`, from the connection that called it.
package enum LocksAnswer: TypedMethod {
    package static let name = "locks.answer"
    package typealias Result = Nothing
    /// The bytes of an answer that is no key.
    package static let longest = 64
    /// The bytes of a key that an owner shares.
    package static let longestKey = 512

    package struct Params: JSONRecord, Hashable {
        package var bindID: String
        package var promptID: String
        /// The PIN for `enter_pin`, the key for `enter_key`, `yes` or `no` for `confirm_identity`. Up to ``longest``
        /// bytes, a key ``longestKey``.
        package var value: String

        package init(bindID: String, promptID: String, value: String) {
            self.bindID = bindID
            self.promptID = promptID
            self.value = value
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            bindID = try fields.id("bind_id")
            promptID = try fields.id("prompt_id")
            value = try fields.string("value", bytes: 0...LocksAnswer.longestKey)
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("bind_id", bindID)
            writer.member("prompt_id", promptID)
            writer.member("value", value)
        }
    }
}

/// Keeps PIN and key out of whatever prints the parameters.
extension LocksAnswer.Params: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "an answer to \(promptID), hidden" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// `locks.list`: the bound locks, without their keys. Administrators only.
package enum LocksList: ReadingMethod {
    package static let name = "locks.list"
    package typealias Params = PageParams
    package typealias Result = Page<Binding>
}

/// `locks.unbind`: forgets a bound lock and erases its key. Administrators only.
package enum LocksUnbind: TypedMethod {
    package static let name = "locks.unbind"
    package typealias Result = Nothing

    package struct Params: JSONRecord, Hashable {
        package var bindingID: String

        package init(bindingID: String) {
            self.bindingID = bindingID
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            bindingID = try fields.id("binding_id")
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("binding_id", bindingID)
        }
    }
}
