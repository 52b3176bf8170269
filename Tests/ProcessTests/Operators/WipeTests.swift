import TestSupport
import Testing

/// What `seam setup --wipe` and the package's scripts remove, and what they must not, on the machine of ``SetupTests``.
@Suite(.serialized, .timeLimit(.minutes(2)), .enabled(if: canBeOtherUsers, "mounts file systems: run it as root"))
struct WipeTests {
    @Test func aStoreInUseIsFoundHoweverItIsCalled() async throws {
        let (status, said) = try await SetupTests.room(
            SetupTests.answers + """
                place='/var/lib/[ab]*?'
                mkdir "$place"; touch "$place/keys.db"
                echo "{\\"store\\": \\"$place/keys.db\\"}" >/etc/seam/session.json
                exec 7<"$place/keys.db"
                setup --wipe || echo "in use: $?"
                exec 7<&-
                ls "$place"
                """)
        #expect(status == 0, "\(said)")
        #expect(said.contains("in use: 75\nkeys.db\n"), "\(said)")
    }

    @Test func whatWasChangedTwiceIsKeptTwice() async throws {
        let (status, said) = try await SetupTests.room(
            SetupTests.answers + """
                for turn in 1 2 3; do
                    echo "# own $turn" >>/etc/systemd/system/bluetooth.service.d/seam.conf
                    setup --undo | grep changed
                    setup --answers answers >/dev/null
                done
                cd /etc/systemd/system/bluetooth.service.d; grep -o 'own .' seam.conf.yours*
                """)
        #expect(status == 0, "\(said)")
        #expect(said.contains("seam.conf.yours:own 1\nseam.conf.yours.2:own 2\nseam.conf.yours.3:own 3\n"), "\(said)")
        #expect(said.contains("/seam.conf.yours.3, which somebody had changed"), "\(said)")
    }
}
