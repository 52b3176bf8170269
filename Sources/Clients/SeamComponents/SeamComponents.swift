// As in the seeds, `import SeamComponents` is enough: it brings SwiftUI, Combine and the SDK.
@_exported public import SeamCombine
@_exported public import SeamSDK
@_exported public import SeamSwiftUI
