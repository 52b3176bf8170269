/// The pages of a phone that is a person's device.
enum DevicePlace: String, Sendable, Hashable, CaseIterable {
    case home = "/"
    case people = "/people"
    case inbox = "/inbox"
    case devices = "/devices"
    case settings = "/settings"

    /// The page's name in the log.
    var name: String { self == .home ? "home" : String(rawValue.dropFirst()) }
}
