package import SeamModel

/// The lock providers that this system has, and the providers of which it only knows the names.
package struct ProviderCatalog: Sendable, Equatable {
    /// One provider, and the names that the cloud's credentials use for this provider.
    package struct Entry: Sendable, Equatable {
        /// The provider as `providers.list` returns it; bindings use its name.
        package var description: ProviderDescription
        /// Seam's names for the products that this provider serves, such as `salto_ks` and `salto_space`.
        package var seamNames: Set<String>

        /// Creates an entry.
        package init(description: ProviderDescription, seamNames: Set<String>) {
            self.description = description
            self.seamNames = seamNames
        }
    }

    /// All providers in the catalog.
    package var entries: [Entry]

    /// Creates a catalog.
    package init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// Whether the provider that a binding names is installed.
    package func isInstalled(_ name: String) -> Bool {
        entries.contains { $0.description.name == name && $0.description.state == .installed }
    }

    /// The missing provider that a binding names. If this provider is installed, this is nil.
    package func missing(named name: String) -> ProviderDescription? {
        guard !isInstalled(name) else { return nil }
        return entries.first { $0.description.name == name }?.description
            ?? ProviderDescription(
                name: String(name.unicodeScalars.prefix(64)), seamModule: "", state: .missing,
                remedy: "install the provider, or unbind the lock")
    }

    /// The missing provider for Seam's name. If a provider for this name is installed, this is nil. An unknown name is
    /// reported as missing under the same name, so that people can search for it.
    package func missing(for seamName: String) -> ProviderDescription? {
        let standing = entries.filter { $0.seamNames.contains(seamName) }.map(\.description)
        guard !standing.contains(where: { $0.state == .installed }) else { return nil }
        let name = String(seamName.unicodeScalars.prefix(64))
        return standing.first
            ?? ProviderDescription(
                name: name, seamModule: "", state: .missing,
                remedy: "ask the operator for seam-provider-\(name), or \(ClosedProviders.remedy)")
    }
}

/// The way in which a kiosk prefers its keys to open.
package enum ProximityPolicy: String, Sendable, Hashable, CaseIterable {
    /// Keys open only at the door.
    case nearbyOnly = "nearby_only"
    /// Keys open only through the cloud.
    case remoteOnly = "remote_only"
    /// Keys open at the door. If this had no effect, they open through the cloud.
    case nearbyFirst = "nearby_first"
    /// Keys open through the cloud. If this had no effect, they open at the door.
    case remoteFirst = "remote_first"

    /// The ways that may be used, the preferred one first.
    package var order: [Proximity] {
        switch self {
        case .nearbyOnly: [.nearby]
        case .remoteOnly: [.remote]
        case .nearbyFirst: [.nearby, .remote]
        case .remoteFirst: [.remote, .nearby]
        }
    }
}
