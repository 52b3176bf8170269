/// The framework Combine, for systems without Apple's own. It consists of OpenCombine, the operators that OpenCombine
/// lacks (`combineLatest`, `merge`, `collect(.byTime)`), Foundation's coders for `encode` and `decode`,
/// `Timer.publish`, `NotificationCenter.publisher`, and the schedulers that programs name: `RunLoop.main`,
/// `DispatchQueue.main` and operation queues. OpenCombine's own scheduler for `RunLoop.main` waits for a run loop. A
/// program whose main is asynchronous never runs this loop.
///
/// Left out are `URLSession.dataTaskPublisher`, which needs a library for the network, and `publisher(for:)` of a key
/// path, which needs the Objective-C runtime.
///
/// The module is not called `Combine`, because all packages of a build share one folder of modules. A package may check
/// whether `Combine` can be imported, and would then take this module for Apple's. A program that says `import Combine`
/// sets this name for the module in the settings of its target:
///
///     swiftSettings: [.unsafeFlags(["-module-alias", "Combine=SeamCombine"], .when(platforms: [.linux]))]
@_exported public import OpenCombine
