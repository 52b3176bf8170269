/// The pages of a phone that is a person's device.
enum DevicePlace: String, Sendable, Hashable, CaseIterable {
    case home = "/"

    /// The page's name in the log.
    var name: String {
        switch self {
        case .home: "home"
        }
    }
}
