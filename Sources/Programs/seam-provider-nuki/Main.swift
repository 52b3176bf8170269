import NukiProtocol
import ProviderRuntime

@main
struct Main {
    static func main() {
        ProviderProcess.main(NukiFamily.self, name: "seam-provider-nuki") {
            // The first use of the crypto libraries may access the system. After this point, the process can no longer
            // access the system.
            let pair = try NukiKeyAgreement(secret: [UInt8](repeating: 1, count: 32))
            _ = try pair.sharedKey(with: pair.publicKey)
        }
    }
}
