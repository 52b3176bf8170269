/// The options of `seam-devcloud`.
struct DevCloudOptions: Equatable, Sendable {
    let address: ListenAddress
    let seedPath: String
    let apiKeyPath: String
    let addressPath: String?
    let eventsPath: String?

    /// Reads `--name value` and `--name=value`; each option at most once.
    init(_ arguments: [String]) throws(DevCloudError) {
        var values: [String: String] = [:]
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            guard let name = parts.first, Self.names.contains(name) else {
                throw DevCloudError(.usage, "unknown argument; see --help")
            }
            guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
                throw DevCloudError(.usage, "\(name) needs a value")
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw DevCloudError(.usage, "\(name) was given twice")
            }
        }
        func required(_ name: String) throws(DevCloudError) -> String {
            guard let value = values[name] else { throw DevCloudError(.usage, "\(name) is missing; see --help") }
            return value
        }
        address = try ListenAddress(required("--listen"))
        seedPath = try required("--seed")
        apiKeyPath = try required("--api-key-file")
        addressPath = values["--address-file"]
        eventsPath = values["--events"]
    }

    private static let names: Set<String> = ["--listen", "--seed", "--api-key-file", "--address-file", "--events"]
}
