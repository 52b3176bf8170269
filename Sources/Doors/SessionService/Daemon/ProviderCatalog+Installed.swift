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
        let closed = Self.closed.map { name, module in
            Entry(
                description: ProviderDescription(
                    name: name, seamModule: module, state: .closed,
                    remedy: "the vendor has no module for Linux; use the vendor's key on a phone"),
                seamNames: [name])
        }
        self.init(here + closed)
    }

    /// Seam's name for each provider whose vendor publishes no module for Linux, and the SDK's module for it.
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
