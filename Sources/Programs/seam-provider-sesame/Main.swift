import ProviderRuntime
import SesameProtocol

@main
struct Main {
    static func main() {
        ProviderProcess.main(SesameFamily.self, name: "seam-provider-sesame") {
            // The first use of the crypto library may access the system. After this point, the process can no longer
            // access the system.
            let pair = try SesameKeyAgreement(secret: [UInt8](repeating: 1, count: 32))
            let secret = try pair.deviceSecret(with: pair.publicKey)
            var session = try secret.session(token: [1, 2, 3, 4])
            _ = try session.seal([0])
        }
    }
}
