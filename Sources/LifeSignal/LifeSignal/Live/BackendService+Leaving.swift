import SignalAPI

extension BackendService {
    /// The signed-in person leaves LifeSignal for good, as `seam signal leave` does. Ask the person first, because this
    /// cannot be undone. A PIN comes from ``pinProvider``. Throws ``AuthError``.
    public func leave() async throws {
        _ = try await call(
            PersonLeave.self, .init(), throwing: AuthError.self, isSafeToRepeat: false, giving: { $0.pin = $1 })
        heard(nil)
    }
}
