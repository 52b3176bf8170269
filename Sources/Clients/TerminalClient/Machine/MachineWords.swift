import Foundation
import RadioModel
import SeamComponents
import SeamModel
import SeamWords
import Wire

nonisolated extension SeamModel.Binding {
    /// The lock's name, its kind, and what it last said.
    func line(_ dates: SeamDateText) -> String {
        let language = dates.language
        let name = name ?? identity ?? device.address
        guard let status else { return "\(name), \(provider), \(language("not heard yet"))" }
        let state = Self.words(status.report.state, language)
        let battery = status.report.isBatteryLow ? ", \(language("battery low"))" : ""
        return "\(name), \(provider), \(state)\(battery), \(dates.ago(Self.date(status.asOf)))"
    }

    private static func words(_ state: LockReport.State, _ language: SeamLanguage) -> String {
        switch state {
        case .locked: language("locked")
        case .unlocked: language("unlocked")
        case .unlatched: language("unlatched")
        case .moving: language("moving")
        case .jammed: language("jammed")
        case .unknown: language("state unknown")
        }
    }

    fileprivate static func date(_ time: Timestamp) -> Date {
        Date(timeIntervalSince1970: Double(time.millisecondsSince1970) / 1000)
    }
}

nonisolated extension LocalGrant {
    /// The holder of the key, and when the key is valid.
    func line(_ dates: SeamDateText) -> String {
        let language = dates.language
        let holder =
            switch subject {
            case .user(let uid): language("user %@", "\(uid)")
            case .group(let gid): language("group %@", "\(gid)")
            }
        let times = [
            startsAt.map { language("from %@", dates.moment(SeamModel.Binding.date($0))) },
            endsAt.map { language("until %@", dates.moment(SeamModel.Binding.date($0))) },
        ]
        return ([holder] + times.compactMap(\.self)).joined(separator: ", ")
    }
}
