/// The person who is signed in to an initialized session.
enum SessionVisitor: Sendable, Hashable {
    /// The cloud has not said yet who the person is.
    case unknown
    /// The person's user identity, or nil for a client session without a user identity.
    case person(String?)
}
