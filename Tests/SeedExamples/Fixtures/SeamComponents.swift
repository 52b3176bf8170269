public import SwiftUI

/// Stands in for the view of that name until there is one.
public struct SeamAccessView: View {
    /// Takes nothing.
    public init() {}

    /// A word.
    public var body: some View { Text("a stand-in") }
}
