public import SeamCombine
public import SeamSwiftUI

/// A control for choosing among a few visible options, such as ‹ Grid │ List ›.
open class LMKSegmentedControl: UIView {
    public var valueChangedHandler: ((Int) -> Void)?
    /// A closure that gets the control. It is called when the value has changed.
    public var didValueChangeHandler: ((LMKSegmentedControl) -> Void)?
    @Published public private(set) var items: [String]
    /// The chosen index, counted from 0. The value -1 means that no option is chosen. An invalid index is treated as
    /// -1.
    @Published public var selectedSegmentIndex: Int {
        didSet {
            if !items.indices.contains(selectedSegmentIndex), selectedSegmentIndex != -1 { selectedSegmentIndex = -1 }
        }
    }

    public var numberOfSegments: Int { items.count }

    /// Creates a control. Its options are given by their words. Other values are converted to text. Initially, no
    /// option is chosen.
    public init(items: [Any]?) {
        self.items = (items ?? []).map { $0 as? String ?? "\($0)" }
        selectedSegmentIndex = -1
        super.init()
        initialize()
    }

    /// Prepares the control. A subclass must also call this implementation.
    open func initialize() {}

    /// Returns the words of the segment at an index, or nil if there is no such segment.
    public func titleForSegment(at place: Int) -> String? { items.indices.contains(place) ? items[place] : nil }

    /// Sets the words at an index. Does nothing outside the segments.
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
