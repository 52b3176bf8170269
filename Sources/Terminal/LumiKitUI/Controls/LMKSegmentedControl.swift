public import SeamCombine
public import SeamSwiftUI

/// A choice among a few visible options: ‹ Grid │ List ›.
open class LMKSegmentedControl: LMKView {
    public var valueChangedHandler: ((Int) -> Void)?
    /// The same, but receives the control.
    public var didValueChangeHandler: ((LMKSegmentedControl) -> Void)?
    @Published public private(set) var items: [String]
    /// The chosen index, from 0; -1 for none. An invalid index counts as -1.
    @Published public var selectedSegmentIndex: Int {
        didSet {
            if !items.indices.contains(selectedSegmentIndex), selectedSegmentIndex != -1 { selectedSegmentIndex = -1 }
        }
    }

    public var numberOfSegments: Int { items.count }

    /// Options given by their words; other values are converted to text. None is chosen.
    public init(items: [Any]?) {
        self.items = (items ?? []).map { $0 as? String ?? "\($0)" }
        selectedSegmentIndex = -1
        super.init()
        initialize()
    }

    /// Prepares the control; a subclass must also call this.
    open func initialize() {}

    /// The words at an index; nil outside the segments.
    public func titleForSegment(at place: Int) -> String? { items.indices.contains(place) ? items[place] : nil }

    /// Sets the words at an index; does nothing outside the segments.
    public func setTitle(_ title: String?, forSegmentAt place: Int) {
        if items.indices.contains(place) { items[place] = title ?? "" }
    }

    override open func makeContent() -> AnyView {
        AnyView(
            Picker(
                accessibilityLabel ?? "",
                selection: Binding(
                    get: { MainActor.assumeIsolated { self.selectedSegmentIndex } },
                    set: { place in MainActor.assumeIsolated { self.choose(place) } })
            ) {
                ForEach(items.indices, id: \.self) { Text(verbatim: self.items[$0]).tag($0) }
            }
            .pickerStyle(.segmented)
            .labelsHidden()
            .tint(tintColor ?? LMKColor.primary))
    }

    private func choose(_ place: Int) {
        selectedSegmentIndex = place
        valueChangedHandler?(place)
        didValueChangeHandler?(self)
    }
}
