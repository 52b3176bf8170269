/// The names of the radio's methods. `Protocol/contract/radio.json` is the authority.
package enum RadioMethod: String, Sendable, Hashable, CaseIterable {
    case get = "radio.get"
    case watch = "radio.watch"
    case scan = "radio.scan"
    case open = "link.open"
    case read = "link.read"
    case write = "link.write"
    case subscribe = "link.subscribe"
}
