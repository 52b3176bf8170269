/// The person who is signed in to an initialized session.
enum SessionVisitor: Sendable, Hashable {
    /// The cloud has not said yet who it is.
    case unknown
    /// The user identity; nil for a client session without one.
    case person(String?)
}
