import LumiKitUI
import SeamComponents
import TermCore
import TermUI

/// The first line, with the person, the place, and the session's state.
struct SessionHeader: View {
    @StateObject private var session: SeamSessionModel
    @Environment(\.glyphs) private var glyphs
    @Environment(\.seamDates) private var dates

    init(service: any SeamServiceProtocol) {
        _session = StateObject(wrappedValue: SeamSessionModel(service))
    }

    var body: some View {
        let state = session.state(dates)
        HStack {
            Text("Seam").bold()
            Spacer()
            if !names.isEmpty {
                Text(verbatim: names.joined(separator: glyphs == .unicode ? " · " : ", "))
                    .foregroundColor(LMKColor.textSecondary).layoutPriority(-1)
                    .accessibilityLabel(names.joined(separator: ", "))
                Text(verbatim: " ").accessibilityHidden(true)
            }
            Text(verbatim: "\(sign(state.isWell)) \(state.text)")
                .foregroundColor(state.isWell ? LMKColor.success : LMKColor.warning).accessibilityLabel(state.text)
        }
        .lineLimit(1)
        .padding(.horizontal, CellMetrics.points(1, along: .horizontal))
    }

    private var names: [String] {
        [session.holder?.name, session.holder?.workspace].compactMap(\.self).filter { !$0.isEmpty }
    }

    private func sign(_ isWell: Bool) -> String {
        glyphs == .unicode ? isWell ? "●" : "○" : isWell ? "*" : "o"
    }
}
