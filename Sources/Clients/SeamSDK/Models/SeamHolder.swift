/// The person that the keys belong to, as the cloud names them. The texts come from outside.
public struct SeamHolder: Hashable, Sendable {
    /// The person's name; nil if the cloud does not say.
    public let name: String?
    /// The workspace of the person's keys: a house, a company.
    public let workspace: String?

    /// Creates a person for previews and tests.
    public init(name: String? = nil, workspace: String? = nil) {
        self.name = name
        self.workspace = workspace
    }
}
