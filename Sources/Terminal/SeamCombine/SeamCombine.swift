/// The framework Combine, for systems without Apple's own. It consists of OpenCombine, `Timer.publish`, and the two
/// schedulers that programs name, `RunLoop.main` and `DispatchQueue.main`. OpenCombine's own scheduler for
/// `RunLoop.main` waits for a run loop. A program whose main is asynchronous never runs this loop.
///
/// The module is not called `Combine`, because all packages of a build share one folder of modules. A package may check
/// whether `Combine` can be imported, and would then take this module for Apple's. A program that says `import Combine`
/// sets this name for the module in the settings of its target:
///
///     swiftSettings: [.unsafeFlags(["-module-alias", "Combine=SeamCombine"], .when(platforms: [.linux]))]
@_exported public import OpenCombine
