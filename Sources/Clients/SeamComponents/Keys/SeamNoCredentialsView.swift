import LumiKitUI
import SeamCombine
import SeamSDK
public import SeamSwiftUI
import SeamWords
import TermControls
import TermUI

/// Says that there are no keys and whom the person can ask, with a button that asks the cloud now. While keys are being
/// read, the view says this instead.
public struct SeamNoCredentialsView: View {
    private let isLoading: Bool
    private let refresh: (() async -> Void)?

    @State private var isRefreshing = false
    @State private var problem: RefusalWords?
    @Environment(\.seamService) private var service
    @Environment(\.seamTheme) private var theme
    @Environment(\.seamLanguage) private var language

    /// Creates the view. The button's action is `refresh`. By default, the action asks the environment's service, and
    /// reports errors.
    public init(isLoading: Bool = false, refresh: (() async -> Void)? = nil) {
        (self.isLoading, self.refresh) = (isLoading, refresh)
    }

    /// The view's content.
    public var body: some View {
        VStack(spacing: 0) {
            if isLoading {
                LMKLoadingState(language("Your keys are being read"))
            } else {
                Image(systemName: "key").foregroundColor(theme.colors.secondaryText)
                    .padding(.horizontal, 8).modifier(SeamFill(color: theme.colors.secondaryFill))
                    .accessibilityHidden(true)
                Text(language("No keys yet")).font(theme.fonts.title3).foregroundColor(theme.colors.primaryText)
                Text(language("The people who run the building give you keys, which then appear here."))
                    .font(theme.fonts.body).foregroundColor(theme.colors.secondaryText)
                if let problem { Text(verbatim: problem.said(in: language)).foregroundColor(theme.colors.warning) }
                Text(" ").accessibilityHidden(true)
                if isRefreshing {
                    ProgressView(language("Refreshing"))
                } else {
                    Button(language("Refresh"), action: ask)
                        .buttonStyle(SeamIconButtonStyle(iconName: "arrow.clockwise"))
                }
            }
        }
        .multilineTextAlignment(.center)
        .padding(.horizontal, 16)
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .tint(theme.colors.accent)
        .busy(isLoading || isRefreshing)
    }

    private func ask() {
        guard !isRefreshing else { return }
        (isRefreshing, problem) = (true, nil)
        // This task ends with the service's answer, and only one such task runs at a time.
        Task {
            if let refresh {
                await refresh()
            } else {
                do { try await service.refresh() } catch { problem = RefusalWords(error) }
            }
            isRefreshing = false
        }
    }
}
