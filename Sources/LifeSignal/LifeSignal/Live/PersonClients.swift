import SignalDependencies

// Not connected yet: whoever calls is told so, as in a test.

extension AuthClient {
    static func live(_ backend: BackendService) -> Self { testValue }
}

extension UserClient {
    static func live(_ backend: BackendService) -> Self { testValue }
}

extension SettingsClient {
    static func live(_ backend: BackendService) -> Self { testValue }
}
