// As in Seam's documentation, `import SeamComponents` is enough, because it also imports SwiftUI, Combine and the SDK.
@_exported public import SeamCombine
@_exported public import SeamSDK
@_exported public import SeamSwiftUI
