import ProviderHost
import SeamModel
import SessionCore

extension ProviderCatalog {
    /// All lock providers known to this system: the installed ones, by name, then those whose vendors have no module
    /// for Linux.
    init(installed: [ProviderManifest]) {
        let here = installed.sorted { $0.name < $1.name }.map { manifest in
            Entry(
                description: ProviderDescription(
                    name: manifest.name, seamModule: manifest.seamModule, state: .installed,
                    debianPackage: manifest.debianPackage, remedy: "installed"),
                seamNames: Set(manifest.seamProviders))
        }
        let closed = Self.closed.map { name, module in
            Entry(
                description: ProviderDescription(
                    name: name, seamModule: module, state: .closed,
                    remedy: "the vendor has no module for Linux; use the vendor's key on a phone"),
                seamNames: [name])
        }
        self.init(here + closed)
    }

    /// For vendors that publish no module for Linux: Seam's name for the provider, and the SDK's module.
    private static let closed: [(String, String)] = [
        ("assa_abloy_credential_service", "SeamAssaAbloyIntegration"),
        ("assa_abloy_vostio", "SeamAssaAbloyIntegration"),
        ("assa_abloy_vostio_credential_service", "SeamAssaAbloyIntegration"),
        ("brivo", "SeamBrivoIntegration"),
        ("dormakaba_ambiance", "SeamDormakabaIntegration"),
        ("dormakaba_community", "SeamDormakabaIntegration"),
        ("hid_origo_credential_service", "SeamHidIntegration"),
        ("latch", "SeamLatchIntegration"),
        ("legic_connect", "SeamLegicIntegration"),
        ("salto_ks", "SeamSaltoIntegration"),
        ("salto_space", "SeamSaltoIntegration"),
        ("visionline_system", "SeamAssaAbloyIntegration"),
    ]
}
