import RPC
import SessionAPI
import Wire

/// What this program was built with of a method's contract: enough to see before a call whether its parameters can be right. The
/// daemon's own contract decides where the two differ.
struct KnownContract {
    /// The method alone, with the types that it names.
    private let contract: Contract
    let method: ContractMethod

    /// The contract of a method; nil for one that this program does not know.
    init?(_ name: String) {
        let bytes = name.hasPrefix("rpc.") ? RPCContract.bytes : SessionContract.bytes
        guard let file = try? JSON(parsing: bytes) else { return nil }
        self.init(name, in: file)
    }

    /// A method of a contract's file, without reading the others.
    init?(_ name: String, in file: JSON) {
        let entry = file["methods"]?.arrayValue?.first { $0["name"]?.stringValue == name }
        guard let entry, let types = file["types"], let service = file["service"], let version = file["version"] else {
            return nil
        }
        var named = JSONObject()
        var open = Self.references(in: entry)
        while let name = open.popLast() {
            guard named[name] == nil, let type = types[name] else { continue }
            named[name] = type
            open += Self.references(in: type)
        }
        let part = JSON.members(
            ("service", service), ("version", version), ("types", .object(named)), ("methods", .array([entry])))
        guard let contract = try? Contract(json: part), let method = contract[method: name] else { return nil }
        (self.contract, self.method) = (contract, method)
    }

    /// What is wrong with parameters, as the daemon would say it; nil: nothing.
    func fault(of params: JSONText) -> FieldFault? {
        do throws(FieldFault) {
            try contract.validate(params, against: method.params)
            return nil
        } catch {
            return error.under("/params")
        }
    }

    /// The names of types that a schema, or what holds schemas, refers to.
    private static func references(in json: JSON) -> [String] {
        switch json {
        case .object(let object):
            object.members.flatMap { member -> [String] in
                guard member.key == "$ref", let name = member.value.stringValue else {
                    return references(in: member.value)
                }
                return [String(name.dropFirst("#/types/".count))]
            }
        case .array(let elements): elements.flatMap(references)
        default: []
        }
    }

    /// The methods of all servers that `seam` talks to, for completion: no daemon is asked.
    static var names: [String] {
        [SessionContract.bytes, RPCContract.bytes].flatMap { bytes in
            let methods = (try? JSON(parsing: bytes))?["methods"]?.arrayValue ?? []
            return methods.compactMap { $0["name"]?.stringValue }
        }
    }
}
