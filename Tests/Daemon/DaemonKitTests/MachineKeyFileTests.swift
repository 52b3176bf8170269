import DaemonStore
import LinuxSupport
import TestSupport
import Testing

@Suite("The machine key's file")
struct MachineKeyFileTests {
    private static let file = MachineKeyFile(credential: "seam-machine-key", of: "seam-sessiond")

    @Test("machine key file: a new key is made once, and read back as the fallback")
    func create() throws {
        let scratch = try TestDirectory()
        try MachineKeyFile.create(scratch.file("key"))
        #expect(try Self.file.load(credentialsDirectory: nil, fallback: scratch.file("key")).isFallback)
        #expect(throws: ConfigurationError.self) { try MachineKeyFile.create(scratch.file("key")) }
    }

    @Test("machine key file: the credential goes before the fallback, even if it is missing")
    func credential() throws {
        let scratch = try TestDirectory()
        try MachineKeyFile.create(scratch.file("key"))
        #expect(throws: ConfigurationError.self) {
            try Self.file.load(credentialsDirectory: scratch.path, fallback: scratch.file("key"))
        }
        try MachineKeyFile.create(scratch.file(Self.file.credential))
        #expect(try !Self.file.load(credentialsDirectory: scratch.path, fallback: nil).isFallback)
    }

    @Test("machine key file: no key, a key of another length, and one that others may read are refused")
    func refused() throws {
        let scratch = try TestDirectory()
        #expect(throws: ConfigurationError.self) {
            try Self.file.load(credentialsDirectory: nil, fallback: nil)
        }
        let secret = String(repeating: "k", count: 31)
        let short = try scratch.write(secret, to: "short", mode: 0o600)
        let open = try scratch.write(secret + "k", to: "open", mode: 0o644)
        for path in [short, open, scratch.file("none")] {
            let error = #expect(throws: ConfigurationError.self) {
                try Self.file.load(credentialsDirectory: nil, fallback: path)
            }
            #expect(error?.message.contains(path) == true)
            #expect(error?.message.contains("kkk") == false)
        }
    }
}
