public import SeamSDK
public import SeamSwiftUI

private enum SeamServiceKey: @MainActor EnvironmentKey {
    static let defaultValue: any SeamServiceProtocol = SeamService()
}

extension EnvironmentValues {
    /// The service of the access screens inside this view. By default, this is a service of ``SeamSDK/Seam/shared``.
    public var seamService: any SeamServiceProtocol {
        get { self[SeamServiceKey.self] }
        set { self[SeamServiceKey.self] = newValue }
    }
}
