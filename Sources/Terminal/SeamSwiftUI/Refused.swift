public import TermUI

// Names that a terminal will never have. A program that uses one does not compile, and is told why.

/// A bridge to UIKit.
@available(*, unavailable, message: "there is no UIKit in a terminal: write the view with SwiftUI's own")
public protocol UIViewRepresentable {}

/// A bridge to UIKit.
@available(*, unavailable, message: "there is no UIKit in a terminal: write the view with SwiftUI's own")
public protocol UIViewControllerRepresentable {}

/// A bridge to AppKit.
@available(*, unavailable, message: "there is no AppKit in a terminal: write the view with SwiftUI's own")
public protocol NSViewRepresentable {}

/// A bridge to AppKit.
@available(*, unavailable, message: "there is no AppKit in a terminal: write the view with SwiftUI's own")
public protocol NSViewControllerRepresentable {}

/// A bridge from UIKit.
@available(*, unavailable, message: "there is no UIKit in a terminal: an App shows its views itself")
public enum UIHostingController {}

/// A bridge from AppKit.
@available(*, unavailable, message: "there is no AppKit in a terminal: an App shows its views itself")
public enum NSHostingView {}

/// A delegate of UIKit.
@available(*, unavailable, message: "there is no UIKit in a terminal: use the App's init and \\.scenePhase")
@propertyWrapper public struct UIApplicationDelegateAdaptor<Delegate> {
    /// There is none.
    public var wrappedValue: Delegate

    /// There is none.
    public init(wrappedValue: Delegate) {
        self.wrappedValue = wrappedValue
    }
}

/// A delegate of AppKit.
@available(*, unavailable, message: "there is no AppKit in a terminal: use the App's init and \\.scenePhase")
@propertyWrapper public struct NSApplicationDelegateAdaptor<Delegate> {
    /// There is none.
    public var wrappedValue: Delegate

    /// There is none.
    public init(wrappedValue: Delegate) {
        self.wrappedValue = wrappedValue
    }
}

/// A query of SwiftData.
@available(*, unavailable, message: "SwiftData is another product: keep the data in an @Observable model")
@propertyWrapper public struct Query<Element> {
    /// There is none.
    public var wrappedValue: [Element]

    /// There is none.
    public init(wrappedValue: [Element]) {
        self.wrappedValue = wrappedValue
    }
}

/// A request of Core Data.
@available(*, unavailable, message: "Core Data is another product: keep the data in an @Observable model")
@propertyWrapper public struct FetchRequest<Element> {
    /// There is none.
    public var wrappedValue: [Element]

    /// There is none.
    public init(wrappedValue: [Element]) {
        self.wrappedValue = wrappedValue
    }
}

extension View {
    /// Dragging out of a program.
    @available(*, unavailable, message: "a terminal has no dragging: offer a key or a menu")
    public func onDrag(_ data: () -> Any) -> Self { self }

    /// Dropping into a program.
    @available(*, unavailable, message: "a terminal has no dropping: offer a field or a list of files")
    public func onDrop(of types: [Any], isTargeted: Binding<Bool>?, perform action: (Any) -> Bool) -> Self { self }

    /// Dragging out of a program.
    @available(*, unavailable, message: "a terminal has no dragging: offer a key or a menu")
    public func draggable(_ payload: Any) -> Self { self }

    /// Dropping into a program.
    @available(*, unavailable, message: "a terminal has no dropping: offer a field or a list of files")
    public func dropDestination(for type: Any, action: (Any, Any) -> Bool) -> Self { self }

    /// The system's dialogue for files.
    @available(*, unavailable, message: "a terminal has no file dialogue: offer a field or a list of files")
    public func fileImporter(isPresented: Binding<Bool>, allowedContentTypes: [Any], onCompletion: (Any) -> Void)
        -> Self
    { self }

    /// The system's dialogue for files.
    @available(*, unavailable, message: "a terminal has no file dialogue: offer a field or a list of files")
    public func fileExporter(isPresented: Binding<Bool>, document: Any?, contentType: Any, onCompletion: (Any) -> Void)
        -> Self
    { self }
}
