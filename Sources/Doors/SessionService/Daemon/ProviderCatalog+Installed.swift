import ProviderHost
import SeamModel
import SessionCore

extension ProviderCatalog {
    /// All lock providers known to this system. The installed providers come first, sorted by name, and then the
    /// providers whose vendors have no module for Linux.
    init(installed: [ProviderManifest]) {
        let here = installed.sorted { $0.name < $1.name }.map { manifest in
            Entry(
                description: ProviderDescription(
                    name: manifest.name, seamModule: manifest.seamModule, state: .installed,
                    debianPackage: manifest.debianPackage, remedy: "installed"),
                seamNames: Set(manifest.seamProviders))
        }
        let closed = ClosedProviders.modules.sorted { $0.key < $1.key }.map { name, module in
            Entry(
                description: ProviderDescription(
                    name: name, seamModule: module, state: .closed,
                    remedy: "the vendor does not support Linux: \(ClosedProviders.remedy)"),
                seamNames: [name])
        }
        self.init(here + closed)
    }
}
