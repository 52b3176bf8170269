import Foundation
import TermControls
import TermCore
import TermUI
import Testing

/// Tests the positions of views, in cells.
@MainActor @Suite struct LayoutTests {
    @Test("layout: a column has no spacing and a row has one column") func aColumnHasNoSpacingAndARowHasOneColumn() {
        let pilot = Pilot(
            VStack(alignment: .leading) {
                Text("one")
                HStack {
                    Text("two")
                    Text("three")
                }
            }, columns: 20, rows: 4)
        #expect(pilot.text == "     one\n     two three")
    }

    @Test("layout: points become cells") func pointsBecomeCells() {
        let pilot = Pilot(
            VStack(alignment: .leading, spacing: 16) {
                HStack(spacing: 24) {
                    Text("a")
                    Text("b")
                }
                Text("c").padding(.leading, 16)
            }.filling(), columns: 12, rows: 5)
        #expect(pilot.lines == ["a   b", "", "  c", "", ""])
    }

    @Test("layout: a spacer takes what others leave") func aSpacerTakesWhatOthersLeave() {
        let pilot = Pilot(
            HStack {
                Text("left side")
                Spacer()
                Text("right")
            }, columns: 20, rows: 1)
        #expect(pilot.lines == ["left side      right"])
        pilot.resize(columns: 15, rows: 1)
        #expect(pilot.lines == ["left si…  right"], "its two gaps stay")
    }

    @Test("layout: the less flexible is asked first") func theLessFlexibleIsAskedFirst() {
        let pilot = Pilot(
            HStack(spacing: 0) {
                Text("a long text that has no room").lineLimit(1)
                Text("short")
            }, columns: 15, rows: 1)
        #expect(pilot.lines == ["a long te…short"])
    }

    @Test("layout: a higher priority is served first") func aHigherPriorityIsServedFirst() {
        let pilot = Pilot(
            HStack(spacing: 0) {
                Text("first text").lineLimit(1)
                Text("second text").lineLimit(1).layoutPriority(1)
            }, columns: 14, rows: 1)
        #expect(pilot.lines == ["fi…second text"])
    }

    @Test("layout: frames align") func framesAlign() {
        let pilot = Pilot(
            VStack(spacing: 0) {
                Text("l").frame(maxWidth: .infinity, alignment: .leading)
                Text("c").frame(maxWidth: .infinity)
                Text("r").frame(maxWidth: .infinity, alignment: .trailing)
                Text("fixed").frame(columns: 7, alignment: .trailing)
            }, columns: 9, rows: 4)
        #expect(pilot.lines == ["l", "    c", "        r", "   fixed"])
    }

    @Test("layout: a flexible frame keeps its limits", arguments: [(40, 30), (20, 20), (5, 10)])
    func aFlexibleFrameKeepsItsLimits(_ columns: Int, _ expected: Int) {
        // The frame has at least 10 columns and at most 30.
        let pilot = Pilot(
            Color.green.frame(minWidth: 80, maxWidth: 240).frame(rows: 1), columns: 60, rows: 1)
        pilot.resize(columns: columns, rows: 1)
        let filled = pilot.frame.row(0).count { $0.style.background != .standard }
        #expect(filled == min(expected, columns))
    }

    @Test("layout: layers lie on one another") func layersLieOnOneAnother() {
        let pilot = Pilot(
            Text("background").overlay(alignment: .trailing) { Text("X") }
                .background(alignment: .leading) { Text("hidden") }, columns: 12, rows: 1)
        #expect(pilot.text == " backgrounX")
    }

    @Test("layout: a box hides what is behind it") func aBoxHidesWhatIsBehindIt() {
        let pilot = Pilot(
            ZStack {
                VStack(spacing: 0) { ForEach(0..<5) { _ in Text(String(repeating: "x", count: 12)) } }
                Box { Text("in") }
            }, columns: 12, rows: 5)
        #expect(
            pilot.lines == ["xxxxxxxxxxxx", "xxx╭────╮xxx", "xxx│ in │xxx", "xxx╰────╯xxx", "xxxxxxxxxxxx"])
    }

    @Test("layout: boxes are drawn with what there is") func boxesAreDrawnWithWhatThereIs() {
        for (glyphs, corner) in [(TerminalProfile.Glyphs.ascii, "+--"), (.console, "┌──"), (.unicode, "╭──")] {
            var environment = EnvironmentValues()
            environment.glyphs = glyphs
            let pilot = Pilot(Box { Text("x") }, columns: 10, rows: 3, environment: environment)
            #expect(pilot.text.contains(corner))
        }
    }

    @Test("layout: geometry is that of the room") func geometryIsThatOfTheRoom() {
        let pilot = Pilot(
            HStack(spacing: 0) {
                Text("1234")
                GeometryReader { Text("\($0.cells.width)x\($0.cells.height) \(Int($0.size.width))") }
            }, columns: 16, rows: 3)
        #expect(pilot.shows("123412x3 96") || pilot.shows("12x3 96"))
        pilot.resize(columns: 20, rows: 2)
        #expect(pilot.shows("16x2 128"))
    }

    @Test("layout: groups and conditions are transparent") func groupsAndConditionsAreTransparent() {
        let pilot = Pilot(
            HStack(spacing: 8) {
                Group {
                    Text("a")
                    if true { Text("b") } else { Text("c") }
                    if false { Text("d") }
                    EmptyView()
                }
                AnyView(Text("e"))
                Optional(Text("f"))
            }, columns: 20, rows: 1)
        #expect(pilot.text.replacing(" ", with: "") == "abef" && pilot.text.contains("a b e f"))
    }

    @Test("layout: a divider goes across its stack") func aDividerGoesAcrossItsStack() {
        let row = Pilot(
            HStack(spacing: 0) {
                Text("a")
                Divider()
                Text("b")
            }, columns: 3, rows: 2)
        #expect(row.lines == ["a│b", " │"])
        let column = Pilot(
            VStack(spacing: 0) {
                Text("a")
                Divider()
            }, columns: 3, rows: 2)
        #expect(column.lines == [" a", "───"])
    }
}
