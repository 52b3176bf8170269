/// Combine for systems that lack Apple's version. It consists of OpenCombine, `Timer.publish`, and the two schedulers
/// that programs name, `RunLoop.main` and `DispatchQueue.main`. OpenCombine's own scheduler for `RunLoop.main` waits
/// for a run loop that a program with an asynchronous main never runs.
///
/// The module is not called `Combine`: all packages of a build share one folder of modules, and a package that checks
/// whether `Combine` can be imported would mistake this one for Apple's. A program that says `import Combine` sets this
/// name for the module in the settings of its target:
///
///     swiftSettings: [.unsafeFlags(["-module-alias", "Combine=SeamCombine"], .when(platforms: [.linux]))]
@_exported public import OpenCombine
