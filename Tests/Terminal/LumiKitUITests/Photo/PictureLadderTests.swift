import Foundation
import LumiCatalog
import LumiKitUI
import SeamSwiftUI
import TermCore
import TermReplay
import TermUI
import Testing

/// A picture at each step of the ladder, from the view to the pixels that a terminal in memory shows. The files
/// `picture-STEP.svg` show the steps to people. With `SEAM_GOLDEN=write`, the test writes the files.
@MainActor @Suite struct PictureLadderTests {
    nonisolated private static let cell = (width: 4, height: 8)
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Golden")

    private func environment(_ step: PictureStep) -> EnvironmentValues {
        var environment = EnvironmentValues()
        environment.colorScheme = .dark
        environment.pictureStep = step
        if step == .ascii { environment.glyphs = .ascii }
        environment.cellPixels = CellPixels(
            terminal: (80 * Self.cell.width, 24 * Self.cell.height), columns: 80, rows: 24)
        return environment
    }

    /// A terminal in memory that shows a pilot's screen.
    private struct Terminal {
        var encoder: FrameEncoder
        var replay: VTReplay

        init(_ step: PictureStep, _ columns: Int, _ rows: Int) {
            encoder = FrameEncoder(for: .init(depth: .truecolor, pictures: step))
            replay = VTReplay(width: columns, height: rows)
        }

        @MainActor @discardableResult mutating func show(_ pilot: Pilot) -> Int {
            let bytes = encoder.encode(pilot.frame)
            replay.feed(bytes)
            return bytes.count
        }

        func pixel(_ x: Int, _ y: Int) -> PictureReplay.Color? {
            replay.pixel(x: x * 4 + 1, y: y * 8 + 1, cell: PictureLadderTests.cell)
        }
    }

    @Test("picture ladder: every step is a picture", arguments: PictureStep.allCases)
    func everyStepIsAPicture(_ step: PictureStep) throws {
        let view = Image(uiImage: SamplePhoto.landscape).resizable().scaledToFit()
        let pilot = Pilot(
            view.frame(width: 192, height: 128).filling(), columns: 26, rows: 10, environment: environment(step))
        var terminal = Terminal(step, 26, 10)
        terminal.show(pilot)
        #expect(terminal.replay.unknown.isEmpty && terminal.replay.scrolled == 0)
        // The sun is yellow, and the lake is blue.
        let hasPixels = step == .kitty || step == .sixel
        #expect((terminal.replay.pictures.count == 1) == hasPixels)
        if hasPixels {
            let (sun, lake) = (try #require(terminal.pixel(17, 2)), try #require(terminal.pixel(3, 7)))
            #expect(sun.red > 200 && sun.blue < 140 && lake.blue > lake.red + 40)
        } else {
            #expect(terminal.replay[17, 2] != .blank && terminal.replay[3, 7] != .blank)
        }
        #expect(terminal.pixel(24, 1) == nil && terminal.replay[25, 9] == .blank)
        let text =
            hasPixels
            ? Drawing.svg(terminal.replay, cell: Self.cell, words: "\(step.rawValue): 24 x 8 cells of 4 x 8 pixels")
            : Drawing.svg(pilot.frame)
        let file = Self.folder.appendingPathComponent("picture-\(step.rawValue).svg")
        if ProcessInfo.processInfo.environment["SEAM_GOLDEN"] == "write" { try Data(text.utf8).write(to: file) }
        #expect(try text == String(contentsOf: file, encoding: .utf8))
    }

    @Test(
        "picture ladder: a large picture is characters until its pixels are ready",
        arguments: [PictureStep.kitty, .sixel])
    func aLargePicture(_ step: PictureStep) async {
        var environment = environment(step)
        environment.cellPixels = CellPixels(terminal: (80 * 16, 24 * 32), columns: 80, rows: 24)
        let view = Image(uiImage: SamplePhoto.landscape.lmk_resized(to: CGSize(width: 400, height: 300))).resizable()
        let pilot = Pilot(
            view.frame(width: 192, height: 128).filling(), columns: 26, rows: 10, environment: environment)
        var terminal = Terminal(step, 26, 10)
        terminal.show(pilot)
        #expect(terminal.replay.pictures.count == 0 && terminal.replay[17, 2] != .blank)
        let isReady = await pilot.wait {
            terminal.show(pilot)
            return terminal.replay.pictures.count == 1
        }
        #expect(isReady && terminal.replay.unknown.isEmpty)
    }

    @Test("picture ladder: a sheet in front is never painted over", arguments: [PictureStep.kitty, .sixel])
    func aSheetStaysInFront(_ step: PictureStep) {
        let controller = UIViewController()
        let view = Image(uiImage: SamplePhoto.landscape).resizable().filling().lmk_host(controller)
        let pilot = Pilot(view, columns: 40, rows: 14, environment: environment(step))
        var terminal = Terminal(step, 40, 14)
        terminal.show(pilot)
        #expect((terminal.pixel(20, 6) != nil) == (step == .kitty), "sixels do not reach the last row")
        LMKAlertPresenter.presentAlert(on: controller, title: "Expired", message: "On March 1.")
        terminal.show(pilot)
        let row = terminal.replay.lines.firstIndex { $0.contains("Expired") }
        #expect(row != nil && terminal.replay.unknown.isEmpty)
        if let row, let column = terminal.replay.lines[row].range(of: "Expired") {
            let first = terminal.replay.lines[row].distance(
                from: terminal.replay.lines[row].startIndex, to: column.lowerBound)
            for x in first..<first + 7 { #expect(terminal.pixel(x, row) == nil) }
        }
        pilot.press(.escape)
        terminal.show(pilot)
        #expect(terminal.show(pilot) == 0 && !terminal.replay.lines.joined().contains("Expired"))
    }

    @Test("picture ladder: a scrolled picture stays inside its view", arguments: PictureStep.allCases)
    func aScrolledPictureStaysInside(_ step: PictureStep) {
        let view = VStack(alignment: .leading, spacing: 0) {
            Text("above")
            ScrollView {
                VStack(alignment: .leading, spacing: 0) {
                    ForEach(0..<3, id: \.self) { Text("line \($0)") }
                    Image(uiImage: SamplePhoto.landscape).resizable().frame(width: 96, height: 96)
                    ForEach(3..<12, id: \.self) { Text("line \($0)") }
                }
            }
            .frame(height: 80)
            Text("below")
        }
        let pilot = Pilot(view.filling(), columns: 20, rows: 9, environment: environment(step))
        var terminal = Terminal(step, 20, 9)
        for _ in 0..<12 {
            terminal.show(pilot)
            #expect(terminal.replay.lines[0].hasPrefix("above"), "\(terminal.replay.lines)")
            #expect(terminal.replay.lines[6].hasPrefix("below"))
            for y in [0, 6, 7, 8] { #expect((0..<20).allSatisfy { terminal.pixel($0, y) == nil }) }
            pilot.scroll(down: true, x: 2, y: 3)
        }
        #expect(terminal.replay.unknown.isEmpty && terminal.replay.scrolled == 0)
    }

    @Test("picture ladder: another frame does not send the picture again") func anotherFrame() {
        let controller = UIViewController()
        let view = VStack(alignment: .leading, spacing: 0) {
            Image(uiImage: SamplePhoto.landscape).resizable().frame(width: 192, height: 128)
            CounterView()
        }
        for step in [PictureStep.kitty, .sixel] {
            let pilot = Pilot(
                view.filling().lmk_host(controller), columns: 30, rows: 12, environment: environment(step))
            var terminal = Terminal(step, 30, 12)
            #expect(terminal.show(pilot) > 3_000)
            for _ in 0..<5 {
                pilot.press(.return)
                #expect(terminal.show(pilot) < 60)
            }
            #expect(terminal.replay.pictures.count == 1 && terminal.replay.lines.joined().contains("5 times"))
        }
    }

    private struct CounterView: View {
        @State private var count = 0

        var body: some View { Button("\(count) times") { count += 1 } }
    }
}

@MainActor @Suite struct ImageTests {
    private func size(_ view: some View, _ columns: Int = 40, _ rows: Int = 20) -> (columns: Int, rows: Int) {
        let frame = Pilot(view.filling(), columns: columns, rows: rows).frame
        let drawn = (0..<rows).flatMap { y in (0..<columns).filter { frame[$0, y] != .blank }.map { ($0, y) } }
        return ((drawn.map(\.0).max() ?? -1) + 1, (drawn.map(\.1).max() ?? -1) + 1)
    }

    private let photo = Image(uiImage: .lmk_solidColor(.white, size: CGSize(width: 160, height: 80)))

    @Test("image: pixels have their size, and fit the space in their proportions") func pixelsHaveTheirSize() {
        #expect(size(photo) == (20, 5))
        #expect(size(photo, 8, 20) == (8, 2))
        #expect(size(photo, 40, 3) == (12, 3))
        #expect(size(photo.resizable(), 30, 10) == (30, 10))
        #expect(size(photo.resizable().scaledToFit(), 30, 20) == (30, 8))
        #expect(size(photo.resizable().scaledToFit().frame(width: 80, height: 160, alignment: .topLeading)) == (10, 3))
        #expect(size(photo.resizable().scaledToFill().frame(width: 80, height: 160).clipped()) == (10, 10))
        #expect(size(photo.resizable().aspectRatio(1, contentMode: .fit), 30, 10) == (20, 10))
        #expect(size(photo.resizable().frame(width: 80)) == (10, 20))
    }

    @Test("image: a huge picture is bounded, and an empty place draws nothing") func hugePictures() {
        let huge = Image(uiImage: .lmk_solidColor(.white, size: CGSize(width: 8_000, height: 1)))
        #expect(size(ScrollView([.horizontal, .vertical]) { huge }, 20, 4).columns == 20)
        #expect(size(photo.resizable().frame(width: 0, height: 0)) == (0, 0))
        #expect(size(Image(uiImage: .lmk_solidColor(.white, size: CGSize(width: -1, height: CGFloat.nan)))).rows == 1)
    }

    @Test("image: it is spoken by its size or its label") func itIsSpoken() {
        #expect(shown(photo, 40, 20).plain.lines.map(\.description) == ["Photo, 160 x 80"])
        #expect(shown(photo.accessibilityLabel("A lake"), 40, 20).plain.lines.map(\.description) == ["A lake"])
        #expect(shown(photo.accessibilityHidden(true), 40, 20).plain.lines.isEmpty)
    }

    @Test("image: a symbol and a code are what they were") func symbolsAndCodes() throws {
        let symbol = try #require(UIImage(systemName: "key"))
        #expect(shown(Image(uiImage: symbol), 10, 2).lines == shown(Image(systemName: "key"), 10, 2).lines)
        let code = try #require(LMKQRCodeGenerator.generateQRCode(from: "https://example.com"))
        #expect(size(Image(uiImage: code), 80, 40).columns == 33)
    }
}
