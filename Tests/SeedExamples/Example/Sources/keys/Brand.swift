import SeamComponents
import SwiftUI

extension SeamTheme {
    /// The house's colours and key card, with bold headlines.
    static let brand = SeamTheme.default
        .with(colors: .default.with(accent: .orange, success: .teal))
        .with(fonts: .default.with(headline: .system(size: 17, weight: .bold)))
        .with(keyCard: .default.with(logoAssetName: "HARBOUR", cornerRadius: 4))
}

extension SeamAccessCredentialErrorStyle {
    /// The default words, except for two errors.
    static let brand = SeamAccessCredentialErrorStyle(
        message: { error in
            switch error {
            case .expired: "This key has ended. The desk makes you a new one."
            case .contactSeamSupport: "Something is wrong with this key. Ask at the desk."
            default: SeamAccessCredentialErrorStyle.default.message(error)
            }
        })
}
