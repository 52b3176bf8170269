/// Combine, where Apple's does not exist: OpenCombine under the name that programs import, and the two schedulers that
/// they name, `RunLoop.main` and `DispatchQueue.main`.
///
/// OpenCombine's own schedulers are not used: they are left out wherever a module of the name `Combine` is found, which
/// this one is, and that of `RunLoop.main` waits for a run loop that a program with an asynchronous main never runs.
@_exported public import OpenCombine
