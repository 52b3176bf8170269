import SeamComponents
import SwiftUI

/// The keys in lines. Beside them is the unlock card of the chosen key. While nobody is signed in, this is the whole
/// access screen.
struct DoorsView: View {
    @StateObject private var model: SeamCredentialsViewModel

    init(service: any SeamServiceProtocol) {
        _model = StateObject(wrappedValue: SeamCredentialsViewModel(seam: service))
    }

    var body: some View {
        if model.isActivated {
            VStack(alignment: .leading) {
                Text("Your doors").font(.title)
                HStack(alignment: .top) {
                    SeamCredentialTable(
                        credentials: model.credentials, selectedId: model.selectedCredentialId,
                        searchText: $model.searchText, errorStyle: .brand, onSelect: model.select)
                    if let chosen = model.selectedCredentialId {
                        SeamUnlockCardView(
                            viewModel: SeamUnlockCardViewModel(credentialId: chosen, service: model.service),
                            errorStyle: .brand)
                    }
                }
            }
            .padding()
        } else {
            SeamAccessView(errorStyle: .brand)
        }
    }
}

#Preview {
    DoorsView(service: MockSeamService())
}
