public import SeamCombine
public import SeamSwiftUI
import TermUI

/// A row of chips, of which one is chosen. The row scrolls if it is wider than its room.
public final class LMKFilterChipBar: UIView {
    /// Called when a person chooses a chip, with the chip's index, or nil for the chip that stands for all.
    public var selectionChangedHandler: ((Int?) -> Void)?
    /// The index of the chosen chip, or nil if no chip or the chip that stands for all is chosen.
    @Published public private(set) var selectedIndex: Int?

    @Published private var chips: [LMKChipView] = []
    private var hasAllChip = false

    override public init(frame: CGRect = .zero) { super.init(frame: frame) }

    /// Replaces the chips. With `allTitle`, the first chip stands for all.
    public func configure(allTitle: String? = nil, filterTitles: [String], style: LMKChipStyle = .outlined) {
        hasAllChip = allTitle != nil
        chips = ([allTitle].compactMap(\.self) + filterTitles).enumerated().map { place, title in
            let chip = LMKChipView(text: title, style: style)
            chip.tapHandler = { [weak self] in self?.choose(place) }
            return chip
        }
        update()
    }

    /// Chooses a chip without calling ``selectionChangedHandler``.
    public func setSelectedIndex(_ index: Int?) {
        selectedIndex = index
        update()
    }

    private func choose(_ place: Int) {
        setSelectedIndex(hasAllChip ? (place == 0 ? nil : place - 1) : place)
        selectionChangedHandler?(selectedIndex)
    }

    private func update() {
        let chosen = hasAllChip ? selectedIndex.map { $0 + 1 } ?? 0 : selectedIndex
        for (place, chip) in chips.enumerated() { chip.isChipSelected = place == chosen }
    }

    override public func makeContent() -> AnyView {
        let chips = chips
        return AnyView(
            ScrollView(.horizontal) {
                HStack(spacing: LMKSpacing.small) {
                    ForEach(chips.indices, id: \.self) { chips[$0].chip }
                }
            }
            .padding(.horizontal, LMKSpacing.large))
    }
}
