/// Maps the cloud's names for vendors and products to the names of lock providers.
///
/// Seam's access systems name a product in `external_type`, both of the credential and of its system
/// (`salto_space_key`, `salto_space_system`). Smart locks name the product in `device_type` (`nuki_lock`). A provider
/// has one name, in the mobile SDKs' `providerName` spelling (`salto_space`). A module's manifest lists that name.
///
/// Open lock protocols have no access system at Seam. A workspace may give out keys to doors with such locks (as the
/// development cloud does). The names then follow Seam's own pattern. The provider's name is the vendor's `device_type`
/// without `_lock`. Its credentials are named `<provider>_credential`, and its system is named `<provider>_site`. For
/// Nuki, the credential is a `nuki_credential` at a `nuki_site`, and the provider's name is `nuki`.
package enum CloudProvider {
    /// The provider's name for an access credential. If neither the credential nor its system names a provider, this is
    /// nil.
    ///
    /// The credential's own type decides. If the credential has no type, the system's type is used. If no table lists a
    /// type, the pattern above maps it. If the pattern does not apply, the type is mapped to itself. For this reason,
    /// an unknown provider is reported as missing under a name that people can search for.
    package static func name(credentialType: String?, systemType: String?) -> String? {
        guard let credentialType else { return systemName(systemType) }
        return byCredentialType[credentialType] ?? systemName(systemType) ?? trim(credentialType)
    }

    /// The provider's name for a smart lock's `device_type`.
    package static func name(deviceType: String) -> String {
        deviceType.hasSuffix("_lock") ? String(deviceType.dropLast("_lock".count)) : deviceType
    }

    private static func systemName(_ type: String?) -> String? {
        type.map { bySystemType[$0] ?? trim($0) }
    }

    private static func trim(_ type: String) -> String {
        for suffix in ["_credential", "_site"] where type.hasSuffix(suffix) && type.count > suffix.count {
            return String(type.dropLast(suffix.count))
        }
        return type
    }

    private static let byCredentialType: [String: String] = [
        "assa_abloy_vostio_key": "assa_abloy_vostio",
        "brivo_credential": "brivo",
        "dormakaba_ambiance_credential": "dormakaba_ambiance",
        "hid_credential": "hid_origo_credential_service",
        "latch_access": "latch",
        "salto_ks_credential": "salto_ks",
        "salto_ks_tag": "salto_ks",
        "salto_space_key": "salto_space",
        "visionline_card": "visionline_system",
    ]

    private static let bySystemType: [String: String] = [
        "assa_abloy_credential_service": "assa_abloy_credential_service",
        "assa_abloy_vostio": "assa_abloy_vostio",
        "assa_abloy_vostio_credential_service": "assa_abloy_vostio_credential_service",
        "brivo_account": "brivo",
        "dormakaba_ambiance_site": "dormakaba_ambiance",
        "dormakaba_community_site": "dormakaba_community",
        "hid_credential_manager_organization": "hid_origo_credential_service",
        "latch_building": "latch",
        "legic_connect_credential_service": "legic_connect",
        "salto_ks_site": "salto_ks",
        "salto_space_system": "salto_space",
        "visionline_system": "visionline_system",
    ]
}
