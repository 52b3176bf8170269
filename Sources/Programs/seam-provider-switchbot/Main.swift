import ProviderRuntime
import SwitchBotProtocol

@main
struct Main {
    static func main() {
        ProviderProcess.main(SwitchBotFamily.self, name: "seam-provider-switchbot") {
            // The first use of the crypto library may access the system. After this point, the process can no longer
            // access the system.
            let key = try SwitchBotKey(id: 1, [UInt8](repeating: 1, count: SwitchBotKey.size))
            let session = try key.session(vector: [UInt8](repeating: 2, count: SwitchBotSession.vectorSize))
            _ = try session.crypt([0])
        }
    }
}
