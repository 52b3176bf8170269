package import LinuxSupport
package import SealedDatabase

/// Where the machine key comes from: systemd's credentials directory, otherwise a configured file of mode 0600. In the
/// credentials directory, an access control list is taken into account; elsewhere, a file whose list grants anyone
/// anything is refused, like any file open to its group.
package struct MachineKeyFile: Sendable {
    /// The credential's name in a unit's `LoadCredentialEncrypted=`.
    package let credential: String
    /// The program that creates a key with `--new-machine-key`.
    private let program: String

    /// Creates the source of the key passed to a program under this name.
    package init(credential: String, of program: String) {
        self.credential = credential
        self.program = program
    }

    /// A key, with whether it comes from the development fallback, which callers should log.
    package struct Loaded: Sendable {
        package let key: MachineKey
        package let isFallback: Bool
    }

    /// Reads the key. `credentialsDirectory` is the value of `CREDENTIALS_DIRECTORY`.
    ///
    /// Throws ``ConfigurationError`` if there is no key, if others can read its file, or if it is not 32 bytes. The
    /// daemon then refuses to start. It never creates a key on its own, because a new one could not read the existing
    /// store.
    package func load(
        credentialsDirectory: String?, fallback: String?
    ) throws(ConfigurationError) -> Loaded {
        let path: String
        if let credentialsDirectory {
            path = "\(credentialsDirectory)/\(credential)"
        } else if let fallback {
            path = fallback
        } else {
            throw ConfigurationError(
                "there is no machine key: pass \(credential) as a systemd credential, or set machine_key to a file "
                    + "made with \(program) --new-machine-key FILE")
        }
        do {
            let limit = MachineKey.byteCount
            let bytes =
                credentialsDirectory == nil
                ? try SecretFile.read(path, limit: limit) : try SecretFile.readCredential(path, limit: limit)
            return Loaded(key: try MachineKey(bytes: bytes), isFallback: credentialsDirectory == nil)
        } catch let error as LinuxError {
            let remedy =
                switch error.code {
                case .unsafeFile: "only root and the daemon's user may be able to read it"
                default:
                    "give the key of the store, or make one for a new store with \(program) --new-machine-key FILE"
                }
            throw ConfigurationError("machine key \(path): \(error.message); \(remedy)")
        } catch {
            throw ConfigurationError(
                "machine key \(path): must be exactly \(MachineKey.byteCount) bytes; give the key of the store")
        }
    }

    /// Writes a new random key to a new file of mode 0600; throws if the file exists.
    package static func create(_ path: String) throws(ConfigurationError) {
        do {
            try SecretFile.create(path, bytes: try SystemRandom.bytes(MachineKey.byteCount))
        } catch {
            throw ConfigurationError("\(path): \(error.message)")
        }
    }
}
