/// The options of `seam-devcloud`.
struct DevCloudOptions: Sendable {
    let address: ListenAddress
    let seedPath: String
    let apiKeyPath: String
    let addressPath: String?
    let eventsPath: String?
    let kioskSecretPath: String?
    /// The file with the secret with which the desk signs passes for LifeSignal.
    let passSecretPath: String?
    let lockControlPath: String?
    /// The paths of the certificate and of its key. For a server without TLS, this is nil.
    let tls: (certificatePath: String, keyPath: String)?

    /// Reads options in the forms `--name value` and `--name=value`. Each option may occur only once.
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
                throw DevCloudError(.usage, "\(name) may be given only once")
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
        kioskSecretPath = values["--kiosk-secret-file"]
        passSecretPath = values["--lifesignal-secret-file"]
        lockControlPath = values["--lock-control"]
        switch (values["--tls-certificate"], values["--tls-key"]) {
        case (nil, nil): tls = nil
        case (let certificate?, let key?): tls = (certificate, key)
        case (nil, _?), (_?, nil): throw DevCloudError(.usage, "--tls-certificate and --tls-key must be given together")
        }
        if case .unix = address, tls != nil {
            throw DevCloudError(.usage, "--tls-certificate can be used only with loopback addresses")
        }
    }

    private static let names: Set<String> = [
        "--listen", "--seed", "--api-key-file", "--address-file", "--events", "--kiosk-secret-file",
        "--lifesignal-secret-file", "--lock-control", "--tls-certificate", "--tls-key",
    ]
}
