// What the snippets that have no view take from SwiftUI: Combine, and Foundation's run loops.
@_exported import Combine
@_exported import Foundation
