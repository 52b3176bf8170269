import SwiftUI

private func isView(_: (some View).Type) -> Bool { true }

precondition(isView(CustomKeysScreen.self))
print("ok: the preview's screen is a view")
