/// The person who is signed in to an initialized session.
enum SessionVisitor: Sendable, Hashable {
    /// The cloud has not said yet who the person is.
    case unknown
    /// The person's user identity. If the client session has no user identity, this is nil.
    case person(String?)
}
