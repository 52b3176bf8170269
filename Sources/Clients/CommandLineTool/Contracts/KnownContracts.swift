import RPC
import SessionAPI
import SignalAPI
import Wire

/// The contracts with which this program was built. The contracts show before a call whether its parameters can be
/// valid. If the daemon's own contract differs, the daemon's contract decides.
enum KnownContracts {
    /// The known contract of a method, or nil for an unknown method.
    static func excerpt(of method: String) -> ContractExcerpt? {
        ContractExcerpt(of: method, in: bytes(of: method))
    }

    /// The contract file with the method, if there is one. Reading a whole contract takes as long as a call.
    static func file(of method: String) -> JSON { (try? JSON(parsing: bytes(of: method))) ?? .null }

    /// Whether `name` is a method or a service of LifeSignal's daemon.
    static func isOfLifeSignal(_ name: String) -> Bool {
        ["lifesignal", "people", "delivery", "web", "devices"].contains(name) || signalBytes(of: name) != nil
    }

    private static func bytes(of method: String) -> [UInt8] {
        if method.hasPrefix("rpc.") { return RPCContract.bytes }
        if method.hasPrefix("kiosk.") { return KioskContract.bytes }
        return signalBytes(of: method)
            ?? (LocksContract.names.contains(method) ? LocksContract.bytes : SessionContract.bytes)
    }

    /// The bytes of the LifeSignal contract that has the method. The result is nil for a method of the session daemon,
    /// or of no daemon.
    private static func signalBytes(of method: String) -> [UInt8]? {
        guard ContractExcerpt(of: method, in: SessionContract.bytes) == nil else { return nil }
        return signal.lazy.map { $0() }.first { ContractExcerpt(of: method, in: $0) != nil }
    }

    private static let signal: [@Sendable () -> [UInt8]] = [
        { SignalContract.bytes }, { PeopleContract.bytes }, { DeliveryContract.bytes }, { WebContract.bytes },
        { DevicesContract.bytes },
    ]

    /// The names of the methods of each server that `seam` uses. These names are for completion, which asks no daemon.
    static var names: [String] {
        let session = [SessionContract.bytes, KioskContract.bytes, LocksContract.bytes, RPCContract.bytes]
        return (session + signal.map { $0() }).flatMap { bytes in
            let methods = (try? JSON(parsing: bytes))?["methods"]?.arrayValue ?? []
            return methods.compactMap { $0["name"]?.stringValue }
        }
    }
}

/// One method of a contract file. The file is the daemon's file, or the file with which this program was built.
struct ContractOfMethod {
    /// A contract that contains only this method and the types to which the method refers.
    private let contract: Contract
    let method: ContractMethod

    /// Reads one method of a contract file without reading the other methods. Returns nil if the file has no such
    /// method, or is not a contract.
    init?(_ name: String, in file: JSON) {
        let entry = file["methods"]?.arrayValue?.first { $0["name"]?.stringValue == name }
        guard let entry, let types = file["types"], let service = file["service"], let version = file["version"] else {
            return nil
        }
        var named = JSONObject()
        var open = ContractExcerpt.references(in: entry)
        while let name = open.popLast() {
            guard named[name] == nil, let type = types[name] else { continue }
            named[name] = type
            open += ContractExcerpt.references(in: type)
        }
        let part = JSON.members(
            ("service", service), ("version", version), ("types", .object(named)), ("methods", .array([entry])))
        guard let contract = try? Contract(json: part), let method = contract[method: name] else { return nil }
        (self.contract, self.method) = (contract, method)
    }

    /// The fault of the parameters, in the daemon's words, or nil if they are valid.
    func fault(of params: JSONText) -> FieldFault? { SchemaCheck(method.params, of: contract).fault(of: params) }
}

extension SchemaCheck {
    /// The fault of the parameters, in a daemon's words, or nil if they are valid.
    func fault(of params: JSONText) -> FieldFault? {
        do throws(FieldFault) {
            try validate(params)
            return nil
        } catch {
            return error.under("/params")
        }
    }
}
