/// The person to whom the keys belong, as the cloud names them. Text from outside.
public struct SeamHolder: Hashable, Sendable {
    /// The person's name; nil if the cloud does not say.
    public let name: String?
    /// The workspace of their keys: a house, a company.
    public let workspace: String?

    /// Makes a person for previews and tests.
    public init(name: String? = nil, workspace: String? = nil) {
        self.name = name
        self.workspace = workspace
    }
}
