public import SeamSDK
public import SeamSwiftUI

private enum SeamServiceKey: @MainActor EnvironmentKey {
    static let defaultValue: any SeamServiceProtocol = SeamService()
}

extension EnvironmentValues {
    /// The service of the access screens below: one over ``SeamSDK/Seam/shared`` unless one is set.
    public var seamService: any SeamServiceProtocol {
        get { self[SeamServiceKey.self] }
        set { self[SeamServiceKey.self] = newValue }
    }
}
