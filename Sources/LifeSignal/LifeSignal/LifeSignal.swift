/// LifeSignal: people check in, and the contacts they chose are alerted if they don't.
///
/// A program gets its clients as dependencies:
///
///     @Dependency(\.userClient) var userClient
///     let user = try await userClient.currentUser()
///
/// In a running program, a client talks to the daemon `lifesignald` through ``BackendService``. In a preview it shows
/// Ada Moreno and her people, in memory. In a test it fails immediately, unless the test overrides it.
///
/// A client's closures throw that client's own error, such as ``AuthError``, and `CancellationError` in a cancelled
/// task. A stream begins with the current state, runs until its reader stops, and never fails.
///
/// Foundation also has a `Notification`. A file that imports both says which one it means:
///
///     import struct LifeSignal.Notification
///
/// LifeSignal is not an emergency service.
@_exported public import SignalDependencies
