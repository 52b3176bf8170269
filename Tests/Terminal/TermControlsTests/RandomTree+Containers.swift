import Foundation
import TermControls
import TermUI

extension RandomTree {
    struct Item: Identifiable {
        let id: Int
        var name: String
        var children: [Item]?
    }

    /// Items for a list. Several items may have the same identity. If `named` is true, each item represents a row that
    /// can be chosen.
    private func items(named: Bool) -> [Item] {
        (0..<count).map {
            let (name, inner) = (named ? title : text, Item(id: 100 + $0, name: text))
            return Item(id: $0 % 9, name: name, children: flag ? nil : [inner])
        }
    }

    func container(_ depth: Int) -> AnyView { Self.erased(container(below(Self.containers), depth)) }
    static let containers = count { $0.container($1, 1) }

    /// A view that contains other views.
    func container(_ kind: Int, _ depth: Int) -> (any View)? {
        let views = (0..<one(of: [0, 1, 1, 2, 2, 3])).map { _ in view(depth - 1) }
        let all = ForEach(views.indices, id: \.self) { views[$0] }
        let (words, a, b) = (text, perhaps, length)
        return switch kind {
        case 0: VStack(alignment: one(of: [.leading, .center, .trailing]), spacing: a) { all }
        case 1: HStack(alignment: one(of: [.top, .center, .firstTextBaseline]), spacing: a) { all }
        case 2: ZStack(alignment: alignment) { all }
        case 3: Group { all }.padding(b)
        case 4: ScrollView(one(of: [.vertical, .horizontal, [.vertical, .horizontal]])) { all }
        case 5: LazyVStack(spacing: a, pinnedViews: .sectionHeaders) { Section(words) { all } }
        case 6: LazyHStack(spacing: a) { all }
        case 7: LazyVGrid(columns: gridItems, spacing: a) { all }
        case 8: LazyHGrid(rows: gridItems, spacing: a) { all }
        case 9:
            Grid(alignment: alignment, horizontalSpacing: a, verticalSpacing: b) {
                GridRow { all }
                all.gridCellColumns(one(of: [count - 1, .max]))
                GridRow { Text(words).gridColumnAlignment(.trailing) }
            }
        case 10: ViewThatFits { all }
        case 11: Box { all }
        case 12: GroupBox(words) { all }
        case 13:
            Form {
                Section {
                    all
                } header: {
                    Text(words)
                } footer: {
                    Text(words)
                }
            }
        case 14: Held(flag) { DisclosureGroup(words, isExpanded: $0) { all } }
        case 15: AnyLayout(flag ? AnyLayout(HStackLayout(spacing: a)) : AnyLayout(ZStackLayout()))() { all }
        case 16: GeometryReader { proxy in VStack { all }.frame(width: proxy.size.width / 2) }
        case 17: ScrollViewReader { _ in ScrollView { all } }
        case 18: TimelineView(.animation(minimumInterval: Double(b))) { _ in all }
        case 19: PhaseAnimator([1, 2]) { _ in all }
        case 20:
            Held(0) { number in
                VStack {
                    Button("turn") { number.wrappedValue += 1 }
                    if number.wrappedValue % 2 == 0 { all } else { HStack { all } }
                }
            }
        case 21:
            LabeledContent {
                all
            } label: {
                Text(words)
            }
        default: list(kind - 22, all, words) ?? way(kind - 27, all, words) ?? front(kind - 31, all, words)
        }
    }

    private var gridItems: [GridItem] {
        (0..<below(4)).map { _ in
            GridItem(
                one(of: [.fixed(length), .flexible(minimum: length), .adaptive(minimum: length)]), spacing: perhaps)
        }
    }

    private func list(_ kind: Int, _ all: some View, _ words: String) -> (any View)? {
        let items = items(named: kind == 1 || kind == 4)
        return switch kind {
        case 0: List { all }
        case 1:
            Held(Int?.some(1)) { chosen in
                List(selection: chosen) {
                    Section(words) { ForEach(items) { Text($0.name).badge(words) } }
                    all
                }
                .listStyle(.grouped)
            }
        case 2:
            Held(items) { rows in
                List {
                    ForEach(rows) { row in Text(row.wrappedValue.name).swipeActions { Button(words) {} } }
                        .onDelete { rows.wrappedValue.remove(atOffsets: $0) }
                        .onMove { rows.wrappedValue.move(fromOffsets: $0, toOffset: $1) }
                }
            }
        case 3: Held(Set<Int>()) { List(items, children: \.children, selection: $0) { Text($0.name) } }
        case 4:
            Held(Int?.none) {
                Table(items, selection: $0) {
                    TableColumn(words) { Text($0.name) }
                    TableColumn(words, value: \.name).width(self.length)
                }
            }
        default: nil
        }
    }

    private func way(_ kind: Int, _ all: some View, _ words: String) -> (any View)? {
        switch kind {
        case 0:
            NavigationStack {
                VStack { all }.navigationTitle(words).toolbar {
                    ToolbarItem(placement: .cancellationAction) { Text(words) }
                    ToolbarItemGroup(placement: .bottomBar) { all }
                }
            }
        case 1:
            Held([1]) { path in
                NavigationStack(path: path) { all.navigationDestination(for: Int.self) { Text("\(words) \($0)") } }
            }
        case 2:
            NavigationSplitView {
                all
            } detail: {
                Text(words)
            }
        case 3:
            Held(0) {
                TabView(selection: $0) {
                    VStack { all }.tabItem { Text(words) }.tag(0)
                    Tab(words, systemImage: "star", value: 1) { Text(words) }
                }
            }
        default: nil
        }
    }

    private func front(_ kind: Int, _ all: some View, _ words: String) -> (any View)? {
        let isShown = below(4) == 0
        return switch kind {
        case 0: Held(isShown) { on in Button("sheet") { on.wrappedValue = true }.sheet(isPresented: on) { all } }
        case 1:
            Held(isShown) { on in
                Button("alert") { on.wrappedValue = true }.alert(words, isPresented: on) {
                    Button(words, role: .cancel) {}
                    TextField(words, text: .constant(words))
                } message: {
                    Text(words)
                }
            }
        case 2:
            Held(isShown) { on in
                Button("ask") { on.wrappedValue = true }.confirmationDialog(words, isPresented: on) { Button(words) {} }
            }
        case 3: Held(isShown) { on in Button("over") { on.wrappedValue = true }.popover(isPresented: on) { all } }
        case 4: Held(words) { found in VStack { all }.searchable(text: found, prompt: words) }
        case 5: VStack { all }.contextMenu { Button(words) {} }
        default: nil
        }
    }

    // MARK: - Modifiers

    func modified(_ view: AnyView) -> AnyView { Self.erased(modified(view, below(Self.modifiers)) ?? view) }
    static let modifiers = count { $0.modified(AnyView(EmptyView()), $1) }

    /// Applies a modifier to the view. The modifier draws something, or changes a position or a size.
    func modified(_ view: AnyView, _ kind: Int) -> (any View)? {
        let (words, a, b, c) = (text, length, length, perhaps)
        return switch kind {
        case 0: view.padding(one(of: [.all, .leading, .vertical]), c)
        case 1: view.frame(width: c, height: perhaps, alignment: alignment)
        case 2: view.frame(minWidth: c, idealWidth: a, maxWidth: perhaps, minHeight: perhaps, maxHeight: b)
        case 3: view.fixedSize(horizontal: flag, vertical: flag)
        case 4: view.offset(x: a, y: b)
        case 5: view.position(x: a, y: b)
        case 6: view.background(style)
        case 7: view.background(style, in: RoundedRectangle(cornerRadius: a))
        case 8: view.overlay(alignment: alignment) { [leaf = leaf()] in leaf }
        case 9: view.border(style, width: a)
        case 10: view.clipped()
        case 11: view.mask { Circle() }
        case 12: view.opacity(Double(a))
        case 13: view.zIndex(Double(a))
        case 14: view.foregroundStyle(style)
        case 15: view.tint(color)
        case 16: view.bold().italic().font(.title)
        case 17: view.lineLimit(count - 1)
        case 18: view.multilineTextAlignment(.trailing).truncationMode(.middle)
        case 19: view.layoutPriority(Double(a))
        case 20: view.aspectRatio(a, contentMode: one(of: [.fit, .fill]))
        case 21: view.containerRelativeFrame(.horizontal, count: count, span: count, spacing: a)
        case 22: view.safeAreaInset(edge: .bottom, spacing: c) { Text(words) }
        case 23: view.alignmentGuide(.leading) { _ in a }
        case 24: view.grayscale(Double(a)).hueRotation(.degrees(Double(b)))
        case 25: view.rotationEffect(.degrees(Double(a))).scaleEffect(b)
        case 26: view.badge(words)
        case 27: view.listRowInsets(EdgeInsets(top: a, leading: b, bottom: a, trailing: b)).listRowBackground(color)
        case 28: view.navigationTitle(words).navigationSubtitle(words)
        case 29: view.toolbar { Text(words) }
        case 30: view.redacted(reason: .placeholder)
        case 31: view.id(count)
        case 32: view.background(alignment: alignment) { [leaf = leaf()] in leaf }
        case 33: view.labelsHidden()
        case 34: view.controlSize(.large).glassEffect()
        case 35: view.cursor()
        case 36: view.onKeyPress("x") { .handled }
        default: namesActions ? nil : told(kind - 37, view, words)
        }
    }

    /// Gives the view another description, or disables it. An action has no name if it is hidden from people who cannot
    /// see the screen, or if it cannot be performed.
    private func told(_ kind: Int, _ view: AnyView, _ words: String) -> (any View)? {
        switch kind {
        case 0: view.disabled(flag)
        case 1: view.accessibilityLabel(words)
        case 2: view.accessibilityHint(words)
        case 3: view.accessibilityHidden(flag)
        default: nil
        }
    }
}
