/// LifeSignal: people check in, and the people whom they chose are alarmed when they do not.
///
/// A program takes its clients as dependencies:
///
///     @Dependency(\.userClient) var userClient
///     let user = try await userClient.currentUser()
///
/// Running, a client talks to the daemon `lifesignald`: ``BackendService``. In a preview it shows Ada Moreno and her
/// people, in memory. In a test it fails at once, unless the test says otherwise.
///
/// Each closure of a client that can fail throws that client's own error, such as ``AuthError``, and
/// `CancellationError` in a task that was cancelled. A stream begins with what is known, goes on until its reader
/// goes, and never fails.
///
/// Foundation also has a `Notification`. A file that imports both says which one it means:
///
///     import struct LifeSignal.Notification
///
/// LifeSignal is not an emergency service.
@_exported public import SignalDependencies
