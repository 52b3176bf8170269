public import TermUI

// These are names that a terminal will never support. A program that uses one of them does not compile, and the
// compiler says why.

/// A bridge to a view of UIKit, which a terminal does not have.
@available(*, unavailable, message: "there is no UIKit in a terminal: write the view with SwiftUI")
public protocol UIViewRepresentable {}

/// A bridge to a view controller of UIKit, which a terminal does not have.
@available(*, unavailable, message: "there is no UIKit in a terminal: write the view with SwiftUI")
public protocol UIViewControllerRepresentable {}

/// A bridge to a view of AppKit, which a terminal does not have.
@available(*, unavailable, message: "there is no AppKit in a terminal: write the view with SwiftUI")
public protocol NSViewRepresentable {}

/// A bridge to a view controller of AppKit, which a terminal does not have.
@available(*, unavailable, message: "there is no AppKit in a terminal: write the view with SwiftUI")
public protocol NSViewControllerRepresentable {}

/// A bridge from UIKit to SwiftUI, which a terminal does not have.
@available(*, unavailable, message: "there is no UIKit in a terminal: an App shows its views itself")
public enum UIHostingController {}

/// A bridge from AppKit to SwiftUI, which a terminal does not have.
@available(*, unavailable, message: "there is no AppKit in a terminal: an App shows its views itself")
public enum NSHostingView {}

/// A delegate of a UIKit application, which a terminal does not have.
@available(*, unavailable, message: "there is no UIKit in a terminal: use the App's init and \\.scenePhase")
@propertyWrapper public struct UIApplicationDelegateAdaptor<Delegate> {
    /// The delegate, which never exists.
    public var wrappedValue: Delegate

    /// Cannot be called, because a terminal has no such delegate.
    public init(wrappedValue: Delegate) {
        self.wrappedValue = wrappedValue
    }
}

/// A delegate of an AppKit application, which a terminal does not have.
@available(*, unavailable, message: "there is no AppKit in a terminal: use the App's init and \\.scenePhase")
@propertyWrapper public struct NSApplicationDelegateAdaptor<Delegate> {
    /// The delegate, which never exists.
    public var wrappedValue: Delegate

    /// Cannot be called, because a terminal has no such delegate.
    public init(wrappedValue: Delegate) {
        self.wrappedValue = wrappedValue
    }
}

/// A query of SwiftData, which is not supported.
@available(*, unavailable, message: "SwiftData is not available here: keep the data in an @Observable model")
@propertyWrapper public struct Query<Element> {
    /// The query's results, which never exist.
    public var wrappedValue: [Element]

    /// Cannot be called, because SwiftData is not supported.
    public init(wrappedValue: [Element]) {
        self.wrappedValue = wrappedValue
    }
}

/// A request of Core Data, which is not supported.
@available(*, unavailable, message: "Core Data is not available here: keep the data in an @Observable model")
@propertyWrapper public struct FetchRequest<Element> {
    /// The request's results, which never exist.
    public var wrappedValue: [Element]

    /// Cannot be called, because Core Data is not supported.
    public init(wrappedValue: [Element]) {
        self.wrappedValue = wrappedValue
    }
}

/// A picture of a view, which a terminal cannot make.
@available(*, unavailable, message: "a terminal draws cells: there is no picture of a view")
public final class ImageRenderer<Content> {
    /// Cannot be called, because a terminal makes no pictures of views.
    public init(content: Content) {}
}

extension View {
    /// Would let the user drag data out of the program, which a terminal cannot do.
    @available(*, unavailable, message: "a terminal has no dragging: offer a key or a menu")
    public func onDrag(_ data: () -> Any) -> Self { self }

    /// Would let the user drop data into the program, which a terminal cannot do.
    @available(*, unavailable, message: "a terminal has no dropping: offer a field or a list of files")
    public func onDrop(of types: [Any], isTargeted: Binding<Bool>?, perform action: (Any) -> Bool) -> Self { self }

    /// Would let the user drag data out of the program, which a terminal cannot do.
    @available(*, unavailable, message: "a terminal has no dragging: offer a key or a menu")
    public func draggable(_ payload: Any) -> Self { self }

    /// Would let the user drop data into the program, which a terminal cannot do.
    @available(*, unavailable, message: "a terminal has no dropping: offer a field or a list of files")
    public func dropDestination(for type: Any, action: (Any, Any) -> Bool) -> Self { self }

    /// Would show the system's dialogue for opening files, which a terminal does not have.
    @available(*, unavailable, message: "a terminal has no file dialogue: offer a field or a list of files")
    public func fileImporter(isPresented: Binding<Bool>, allowedContentTypes: [Any], onCompletion: (Any) -> Void)
        -> Self
    { self }

    /// Would show the system's dialogue for saving files, which a terminal does not have.
    @available(*, unavailable, message: "a terminal has no file dialogue: offer a field or a list of files")
    public func fileExporter(isPresented: Binding<Bool>, document: Any?, contentType: Any, onCompletion: (Any) -> Void)
        -> Self
    { self }
}
