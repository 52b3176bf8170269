/// Whose keys they are, as the cloud calls them. Text from outside.
public struct SeamHolder: Hashable, Sendable {
    /// The person; nil where the cloud does not say.
    public let name: String?
    /// The workspace of their keys: a house, a company.
    public let workspace: String?

    /// A person of one's own making, for previews and tests.
    public init(name: String? = nil, workspace: String? = nil) {
        self.name = name
        self.workspace = workspace
    }
}
