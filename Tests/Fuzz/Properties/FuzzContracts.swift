import Wire

/// The contracts in `Protocol/contract`, and a contract that refers to itself.
enum FuzzContracts {
    static let all: [Contract] = [
        "session", "radio", "provider", "rpc", "lifesignal", "people", "delivery", "kiosk", "locks", "web",
        "devices",
    ]
    .compactMap { name in
        FuzzFiles.read("Protocol/contract/\(name).json").flatMap { try? Contract(bytes: $0) }
    }

    static let recursive = try? Contract(json: [
        "service": "fuzz", "version": 1, "types": .object(recursiveTypes), "methods": [],
    ])
    static let recursiveTypes = JSONObject([
        JSONMember(key: "a", value: ["type": "object", "properties": ["a": ["$ref": "#/types/a"]]])
    ])
}
