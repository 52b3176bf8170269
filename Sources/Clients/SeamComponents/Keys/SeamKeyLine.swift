import LumiKitUI
import SeamSDK
import SeamSwiftUI
import SeamWords
import TermCore
import TermUI

/// Finds the keys that match a search. The search folds names only when the keys change, and keeps its last result.
final class SeamKeySearch {
    private var keys: [SeamAccessCredential] = []
    private var names = ShownNames()
    private var last: (wanted: ShownName, found: [SeamAccessCredential])?
    private var counted: (keys: [SeamAccessCredential], ready: Int) = ([], 0)

    /// Returns the keys whose name or place, as shown, contains the text. For an empty text, the method returns all
    /// keys.
    func matching(_ text: String, in keys: [SeamAccessCredential]) -> [SeamAccessCredential] {
        let wanted = ShownName(text)
        guard !wanted.isEmpty else { return keys }
        if keys != self.keys {
            self.keys = keys
            names = ShownNames()
            for key in keys { names.append([ShownName(key.name), ShownName(key.location)]) }
            last = nil
        }
        if let last, last.wanted == wanted { return last.found }
        let places = names.things(like: wanted)
        // If all keys match, the result is the same array, so that a comparison takes no time.
        let found = places.count == keys.count ? keys : places.map { keys[$0] }
        last = (wanted, found)
        return found
    }

    /// Returns the number of keys without errors.
    func ready(_ keys: [SeamAccessCredential]) -> Int {
        if counted.keys != keys { counted = (keys, keys.count { $0.errors.isEmpty }) }
        return counted.ready
    }
}

/// The widths of a table's columns, in cells. Columns that do not fit are left out, the least important first.
nonisolated struct SeamKeyColumns: Hashable, Sendable {
    let name: Int
    let place: Int?
    let state: Int
    /// The width of the signal's column, or nil if no lock is in range.
    let signal: Int?
    let note: Int?
    /// The full width, for keys that take several lines.
    let whole: Int

    /// The width below which only the name and the state fit.
    static let narrow = 60

    /// Creates the columns for a width. States are longer in some languages. If names take at most `longestName`
    /// columns, their places get the rest.
    init(width: Int, in language: SeamLanguage = .english, hasSignals: Bool = false, longestName: Int = .max) {
        state = language == .pseudo ? 13 : 9
        signal = hasSignals ? SeamSignal.columns : nil
        let (gap, remark) = (2, 20)
        whole = max(0, min(width, 107))
        let room = max(0, whole - state - gap)
        let rest = max(0, room - (signal.map { $0 + gap } ?? 0))
        // The signal takes its columns away from the name and the place.
        if room < 44 {
            (name, place, note) = (rest, nil, nil)
        } else if room < 64 {
            (name, place, note) = (rest - remark - gap, nil, remark)
        } else {
            let both = rest - remark - 2 * gap
            name = min(both - both * 2 / 5, max(longestName, 12))
            (place, note) = (both - name, remark)
        }
    }
}

/// A key in one line. At a comfortable or large density, the key takes two or three lines, with the place and the note
/// below the name, even if there is little room.
struct SeamKeyLine: View, Equatable {
    let row: SeamKeyRow
    let columns: SeamKeyColumns
    let style: SeamAccessCredentialErrorStyle

    @Environment(\.isSelected) private var isSelected
    @Environment(\.glyphs) private var glyphs
    @Environment(\.seamTheme) private var theme
    @Environment(\.seamDensity) private var density

    private static let gap = CellMetrics.points(2, along: .horizontal)

    nonisolated static func == (one: SeamKeyLine, other: SeamKeyLine) -> Bool {
        one.row == other.row && one.columns == other.columns && one.style == other.style
    }

    var body: some View {
        Group { if density.rowLines > 1 { tall } else { line } }
            .lineLimit(1)
            .accessibilityLabel(row.spoken)
    }

    private var line: some View {
        HStack(spacing: 0) {
            name(columns.name)
            if let width = columns.place { remark(row.place, width) }
            state
            signal
            if let width = columns.note { remark(row.note, width) }
        }
    }

    private var tall: some View {
        VStack(alignment: .leading, spacing: 0) {
            HStack(spacing: 0) {
                name(max(0, columns.whole - columns.state - 2 - (columns.signal.map { $0 + 2 } ?? 0)))
                state
                signal
            }
            // A key without a remark takes no empty line.
            let remarks = row.remarks
            if density.rowLines > 2 {
                ForEach(Array(remarks.enumerated()), id: \.offset) { _, text in words(text, columns.whole) }
            } else if let first = remarks.first {
                HStack(spacing: 0) {
                    words(first, remarks.count > 1 ? columns.whole - columns.whole / 2 : columns.whole)
                    if remarks.count > 1 { words(remarks[1], columns.whole / 2) }
                }
            }
        }
    }

    private func name(_ width: Int) -> some View {
        Text(verbatim: row.key.name).bold(isSelected).frame(columns: width)
            .foregroundColor(row.isDim ? theme.colors.secondaryText : theme.colors.primaryText)
    }

    private var state: some View {
        Text(verbatim: row.state).foregroundColor(row.color(theme, style)).frame(columns: columns.state)
            .padding(.leading, Self.gap)
    }

    @ViewBuilder private var signal: some View {
        if let width = columns.signal {
            Text(verbatim: row.signal?.bars(glyphs) ?? "").foregroundColor(theme.colors.success).frame(columns: width)
                .padding(.leading, Self.gap)
        }
    }

    private func remark(_ text: String, _ width: Int) -> some View {
        words(text, width).padding(.leading, Self.gap)
    }

    private func words(_ text: String, _ width: Int) -> some View {
        Text(verbatim: text).foregroundColor(theme.colors.secondaryText).frame(columns: width)
    }
}

/// The text that is shown without any keys, because none were found, or because the keys are still being read.
struct SeamKeysAbsent: View, Equatable {
    let isLoading: Bool
    let isSearching: Bool
    @Environment(\.seamTheme) private var theme
    @Environment(\.seamLanguage) private var language

    nonisolated static func == (one: SeamKeysAbsent, other: SeamKeysAbsent) -> Bool {
        (one.isLoading, one.isSearching) == (other.isLoading, other.isSearching)
    }

    var body: some View {
        if isLoading {
            LMKSkeleton(lines: 3).accessibilityLabel(language("Loading")).padding(.leading, 16)
        } else if isSearching {
            Text(language("No key has that name.")).foregroundColor(theme.colors.secondaryText).padding(.leading, 16)
        }
    }
}
