package import LinuxSupport
import Wire

/// The installed providers, read once from one directory that only its owner can write to.
package struct ProviderDirectory: Sendable {
    /// A file that is not a usable manifest, with the reason. Faults are logged at startup.
    package struct Fault: Sendable, Equatable {
        /// The file's name.
        package let file: String
        /// A description of the fault, for people.
        package let message: String
    }

    /// The manifests found, sorted by file name.
    package let manifests: [ProviderManifest]
    /// The faults of files that were left out.
    package let faults: [Fault]
    /// The directory that contains the programs.
    let programs: String
    private let owners: Set<UInt32>

    /// Reads every `<name>.json` in `manifests`.
    ///
    /// The files and the directory must belong to root, and nobody else may have permission to write to them. If
    /// `acceptsOwnUser` is true (in a development build), the files and the directory may also belong to the user of
    /// this process. The programs are in the directory `programs`, by default next to their manifests. Throws if the
    /// directory itself is unusable; a single bad file becomes a fault.
    package init(
        manifests directory: String,
        programs: String? = nil,
        acceptsOwnUser: Bool = false
    ) throws(LinuxError) {
        owners = acceptsOwnUser ? [0, ProcessUser.effective] : [0]
        self.programs = programs ?? directory
        var manifests: [ProviderManifest] = []
        var faults: [Fault] = []
        for file in try TrustedPath.names(in: directory, limit: 256, owners: owners) where file.hasSuffix(".json") {
            do {
                manifests.append(try Self.manifest("\(directory)/\(file)", file: file, owners: owners))
            } catch {
                faults.append(Fault(file: file, message: "\(error)"))
            }
        }
        self.manifests = manifests
        self.faults = faults
    }

    private init(programs: String) {
        (manifests, faults, self.programs, owners) = ([], [], programs, [0])
    }

    /// A directory without any installed provider.
    package static let none = ProviderDirectory(programs: "/")

    /// The provider with this name.
    package subscript(name: String) -> ProviderManifest? { manifests.first { $0.name == name } }

    /// Returns the provider for locks to which the Seam API gives the provider name `name`.
    package func provider(seamName name: String) -> ProviderManifest? {
        manifests.first { $0.seamProviders.contains(name) }
    }

    /// Returns the absolute path of a provider's program. The program is checked again, because it may have been
    /// replaced since startup.
    func program(of manifest: ProviderManifest) throws(LinuxError) -> String {
        let path = "\(programs)/\(manifest.executable)"
        try TrustedPath.checkProgram(path, owners: owners)
        return path
    }

    private static func manifest(
        _ path: String,
        file: String,
        owners: Set<UInt32>
    ) throws -> ProviderManifest {
        let bytes = try TrustedPath.read(path, limit: ProviderManifest.sizeLimit, owners: owners)
        let manifest = try ProviderManifest(json: JSON(parsing: bytes))
        guard file == "\(manifest.name).json" else {
            throw FieldFault("/name", "must be the file's name without .json")
        }
        return manifest
    }
}
