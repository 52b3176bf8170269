/// LifeSignal: people check in, and the contacts they chose are alerted if they don't.
///
/// A program gets its clients as dependencies:
///
///     @Dependency(\.userClient) var userClient
///     let user = try await userClient.currentUser()
///
/// In a running program, the client talks to the daemon `lifesignald` through ``BackendService``. In a preview, the
/// client shows Ada Moreno and her people, in memory. In a test, the client fails immediately, unless the test
/// overrides it.
///
/// A client's closures throw that client's own error, such as ``AuthError``, and `CancellationError` in a cancelled
/// task. A client's stream begins with the current state, runs until its reader stops, and never fails.
///
/// Foundation also has a type `Notification`, so a file that imports both modules names the one it means:
///
///     import struct LifeSignal.Notification
///
/// LifeSignal is not an emergency service.
@_exported public import PictureModel
@_exported public import Pictures
@_exported public import SignalDependencies
