package import Wire

/// A lock provider as `providers.list` answers it.
package struct ProviderDescription: Sendable, Hashable {
    /// Whether the provider can be run here.
    package enum State: String, Sendable, Hashable, CaseIterable {
        case installed
        /// There is one for this system, but it is not installed.
        case missing
        /// The vendor publishes no module for this system.
        case closed
    }

    package var name: String
    /// The module of Seam's SDK that has this role on a phone: `SeamSaltoIntegration`.
    package var seamModule: String
    package var state: State
    package var debianPackage: String?
    /// What to do, for people.
    package var remedy: String

    package init(name: String, seamModule: String, state: State, debianPackage: String? = nil, remedy: String) {
        self.name = name
        self.seamModule = seamModule
        self.state = state
        self.debianPackage = debianPackage
        self.remedy = remedy
    }
}

extension ProviderDescription: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        name = try fields.string("name", bytes: 1...64)
        seamModule = try fields.string("seam_module", bytes: 0...64)
        state = try fields.enumeration("state")
        debianPackage = try fields.optionalString("debian_package", bytes: 0...64)
        remedy = try fields.string("remedy", bytes: 0...1024)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("seam_module", seamModule)
        writer.member("state", state.rawValue)
        writer.member("debian_package", debianPackage)
        writer.member("remedy", remedy)
    }
}
