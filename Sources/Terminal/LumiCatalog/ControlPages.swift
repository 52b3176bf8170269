import LumiKitUI
import SeamSwiftUI

struct ButtonsPage: View {
    @State private var pressed = "none"
    private let loading: LMKButton = {
        let button = LMKButtonFactory.filled(role: .primary, title: "Asking")
        button.isLoading = true
        return button
    }()

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            ForEach(LMKButtonRole.allCases, id: \.self) { role in
                HStack(spacing: 8) {
                    Button("\(role)") { pressed = "\(role)" }.buttonStyle(LMKButtonStyle(.filled(role.color)))
                    Button("\(role)") { pressed = "\(role), outlined" }.buttonStyle(
                        LMKButtonStyle(.outlined(role.color)))
                    Button("\(role)") { pressed = "\(role), ghost" }.buttonStyle(LMKButtonStyle(.ghost(role.color)))
                }
            }
            HStack(spacing: 8) {
                Button("disabled") {}.buttonStyle(LMKButtonStyle(.filled(LMKColor.primary))).disabled(true)
                loading
            }
            Text("Pressed: \(pressed)")
        }
    }
}

struct TogglesPage: View {
    private let follow: LMKToggleButton = {
        let button = LMKToggleButton(titleForStatusOn: "Following", titleForStatusOff: "Follow")
        button.status = .on
        return button
    }()
    private let like = LMKToggleButton(
        titleForStatusOn: "Liked", titleForStatusOff: "Like", imageForStatusOn: UIImage(systemName: "star.fill"),
        imageForStatusOff: UIImage(systemName: "star"))

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            follow
            like
        }
    }
}

struct SegmentsPage: View {
    private let control: LMKSegmentedControl = {
        let control = LMKSegmentedControl(items: ["Grid", "List", "Map"])
        control.accessibilityLabel = "Layout"
        control.selectedSegmentIndex = 1
        return control
    }()

    var body: some View { control }
}

struct FieldsPage: View {
    private let notes: LMKTextView = {
        let view = LMKTextView()
        (view.placeholder, view.maxCharacterCount, view.minimumHeight) = ("Notes", 80, 48)
        return view
    }()
    @State private var name = ""
    @State private var mail = "ada at example.com"
    @State private var code = "1843"

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            LMKField("Name", text: $name, icon: UIImage(systemName: "person"), helper: "As on the door.")
            LMKField("Email", text: $mail, state: .error("That is not an address."))
            LMKField("Code", text: $code, state: .success, isSecure: true)
            notes
        }
        .frame(maxWidth: 320, alignment: .leading)
    }
}

struct SearchPage: View {
    private let bar: LMKSearchBar = {
        let bar = LMKSearchBar()
        (bar.placeholder, bar.text) = ("name or place", "lob")
        return bar
    }()

    var body: some View { bar.frame(maxWidth: 320, alignment: .leading) }
}
