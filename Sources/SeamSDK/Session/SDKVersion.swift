/// The version that the hello says, for the daemon's log.
enum SDKVersion {
    static let text = "0.1.0"
}
