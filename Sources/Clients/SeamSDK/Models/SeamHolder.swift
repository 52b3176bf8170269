/// The person to whom the keys belong, according to the cloud. The texts come from outside, so they cannot be trusted.
public struct SeamHolder: Hashable, Sendable {
    /// The person's name, or nil if the cloud does not give one.
    public let name: String?
    /// The workspace of the person's keys, such as a house or a company.
    public let workspace: String?

    /// Creates a person for previews and tests.
    public init(name: String? = nil, workspace: String? = nil) {
        self.name = name
        self.workspace = workspace
    }
}
