package import LinuxSupport
package import SealedDatabase

/// The source of the machine key: systemd's credentials directory, or otherwise a configured file of mode 0600. In the
/// credentials directory, access control lists are taken into account. Elsewhere, a file whose access control list
/// grants any right to anyone is refused, just like a file that its group may open.
package struct MachineKeyFile: Sendable {
    /// The credential's name in a unit's `LoadCredentialEncrypted=`.
    package let credential: String
    /// The program whose option `--new-machine-key` creates a key.
    private let program: String

    /// Creates the source of the key that is passed to a program as this credential.
    package init(credential: String, of program: String) {
        self.credential = credential
        self.program = program
    }

    /// A loaded key, and whether it comes from the fallback for development. Callers should log a fallback.
    package struct Loaded: Sendable {
        package let key: MachineKey
        package let isFallback: Bool
    }

    /// Reads the key. The argument `credentialsDirectory` is the value of `CREDENTIALS_DIRECTORY`.
    ///
    /// Throws a ``ConfigurationError`` if there is no key, if other users can read its file, or if it is not 32 bytes
    /// long. The daemon then refuses to start. The daemon never creates a key on its own, because a new key could not
    /// read the existing store.
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
                case .unsafeFile: "make it readable only by root and the daemon's user"
                default:
                    "use the store's key, or, for a new store, make a key with \(program) --new-machine-key FILE"
                }
            throw ConfigurationError("machine key \(path): \(error.message); \(remedy)")
        } catch {
            throw ConfigurationError(
                "machine key \(path): must be exactly \(MachineKey.byteCount) bytes; name the file with which the store was made"
            )
        }
    }

    /// Writes a new random key to a new file of mode 0600. Throws if the file already exists.
    package static func create(_ path: String) throws(ConfigurationError) {
        do {
            try SecretFile.create(path, bytes: try SystemRandom.bytes(MachineKey.byteCount))
        } catch {
            throw ConfigurationError("\(path): \(error.message)")
        }
    }
}
