/// The cookie with the token of a person's phone.
///
/// With TLS, its name has the prefix `__Host-`, with which browsers refuse a cookie that another host or an unencrypted
/// page has set. Without TLS, they refuse the prefix itself.
struct DeviceCookie: Sendable, Hashable {
    private let site: WebSite

    /// How long a browser keeps the cookie, in seconds. It is as long as `lifesignald` keeps a device that is not used.
    static let lifetime = 180 * 86_400

    init(_ site: WebSite) { self.site = site }

    var name: String { site.isSecure ? "__Host-device" : "device" }

    /// The device's token in a request's cookie. If the cookie is missing, or cannot be a token, the value is nil.
    func token(_ head: WebHead) -> String? {
        head.cookie(name).flatMap { WebRules.isToken($0[...]) ? $0 : nil }
    }

    /// The field `Set-Cookie` that gives a browser the token.
    func setting(_ token: String) -> String { field(token, Self.lifetime) }

    /// The field `Set-Cookie` that takes the token away.
    var clearing: String { field("", 0) }

    private func field(_ value: String, _ seconds: Int) -> String {
        "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax" + (site.isSecure ? "; Secure" : "")
    }
}
