import LumiKitUI

let controller = LMKExampleViewController()
controller.loadViewIfNeeded()
precondition(controller.overrideUserInterfaceStyle == .dark && controller.preferredStatusBarStyle == .lightContent)
precondition(controller.modalPresentationCapturesStatusBarAppearance)
print("ok: a controller that is always dark")
