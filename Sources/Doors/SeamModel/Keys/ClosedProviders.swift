/// The lock providers whose vendors publish no module for Linux, by Seam's names for them. Their keys open only with
/// the vendor's app on a phone.
package enum ClosedProviders {
    /// The SDK's module for each of them.
    package static let modules: [String: String] = [
        "assa_abloy_credential_service": "SeamAssaAbloyIntegration",
        "assa_abloy_vostio": "SeamAssaAbloyIntegration",
        "assa_abloy_vostio_credential_service": "SeamAssaAbloyIntegration",
        "brivo": "SeamBrivoIntegration",
        "dormakaba_ambiance": "SeamDormakabaIntegration",
        "dormakaba_community": "SeamDormakabaIntegration",
        "hid_origo_credential_service": "SeamHidIntegration",
        "latch": "SeamLatchIntegration",
        "legic_connect": "SeamLegicIntegration",
        "salto_ks": "SeamSaltoIntegration",
        "salto_space": "SeamSaltoIntegration",
        "visionline_system": "SeamAssaAbloyIntegration",
    ]

    /// The remedy for people who want to open such a door.
    package static let remedy = "use the vendor's app on your phone"
}
