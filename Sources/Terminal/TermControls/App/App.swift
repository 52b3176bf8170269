import Foundation
import TermCore
public import TermUI

/// A program that uses the whole terminal. A program's type only needs `@main` before its declaration.
@MainActor @preconcurrency public protocol App {
    /// The type of the program's scene.
    associatedtype Body: Scene

    /// Creates the program. A program is created once, before its screen is shown.
    init()

    /// The program's scene, which is read on the main actor.
    @SceneBuilder var body: Body { get }
}

/// A part of a program that has a screen.
@MainActor @preconcurrency public protocol Scene {
    associatedtype Content: View

    /// The view that the scene shows.
    var content: Content { get }
}

/// The only window of a terminal program: the whole screen.
public struct WindowGroup<Content: View>: Scene {
    public let content: Content

    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    /// Creates a window with a title. A terminal does not show the title.
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
        self.content = content()
    }
}

@resultBuilder
public enum SceneBuilder {
    /// Returns the scene. A program in a terminal has only one scene.
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

extension App {
    /// Runs the program. It ends on Ctrl-C, when a view ends it, or when the terminal no longer exists. When the
    /// program ends, the process also ends. Text may be written to standard output and error in the meantime. It is
    /// printed when the screen has been restored. If there is no terminal, the program reports an error and exits with
    /// 64.
    public static func main() {
        let status = TerminalProgram.run(Array(CommandLine.arguments.dropFirst())) { AppView(app: Self()) }
        if status == nil {
            FileHandle.standardError.write(
                Data("\(ProcessInfo.processInfo.processName): this program needs a terminal\n".utf8))
        }
        exit(status ?? 64)
    }
}

/// A program as the root of its screen's tree. The root keeps the program's `@State` values.
private struct AppView<Program: App>: PrimitiveView {
    let app: Program

    static var isTransparent: Bool { true }

    func update(_ node: ViewNode) {
        var app = app
        Properties.connect(&app, to: node)
        node.setChild(KeyFooter(content: AddressHost(node.observing { app.body.content })))
    }
}
