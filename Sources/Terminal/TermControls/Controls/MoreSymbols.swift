import TermUI

/// The pictures that programs use in addition to the pictures of ``SymbolTable``. Each picture has four words: the
/// name, and the characters in ASCII, in a console's font and in Unicode.
nonisolated enum MoreSymbols {
    static let signs: [String: (ascii: String, console: String, unicode: String)] = {
        var signs: [String: (ascii: String, console: String, unicode: String)] = [:]
        for line in table.split(whereSeparator: { $0 == ";" || $0 == "\n" }) {
            let parts = line.split(separator: " ").map(String.init)
            if parts.count == 4 { signs[parts[0]] = (parts[1], parts[2], parts[3]) }
        }
        return signs
    }()

    private static let table = """
        airplane > > ➢ ; app [] [] ▢ ; archivebox [_] [_] ▤ ; arrow o o ↻ ; arrow.counterclockwise u u ↺
        arrow.down v ↓ ↓ ; arrow.down.circle v ↓ ↓ ; arrow.down.doc v ↓ ⤓ ; arrow.down.to.line v ↓ ⤓
        arrow.left.arrow.right <> <> ⇄ ; arrow.right.circle -> → → ; arrow.triangle.2.circlepath o o ⟳
        arrow.turn.up.left <- ← ↰ ; arrow.up ^ ↑ ↑ ; arrow.up.arrow.down | | ⇅ ; arrow.up.circle ^ ↑ ↑
        arrow.up.right / / ⇗ ; arrow.uturn.backward <- ← ↶ ; arrow.uturn.left <- ← ↶ ; arrow.uturn.right -> → ↷
        arrowshape.turn.up -> → ↷ ; at @ @ @ ; backward << « « ; bag u u ⊔ ; battery [=] [=] ▥ ; bed = = ⊓
        bicycle oo oo ∞ ; bold B B B ; bolt z z ↯ ; book [] [] ▯ ; bookmark P P ⚑ ; brain @ @ ⍟
        briefcase [] [] ▣ ; bubble o o ○ ; bug x x ✱ ; camera [o] [o] ◙ ; capslock ^ ↑ ⇪ ; car oo oo ◒
        cart u u ⊔ ; chart # # ▟ ; chart.bar # # ▟ ; chart.line.uptrend.xyaxis / / ⇗ ; chart.pie o o ◔
        checklist += √= ☰ ; checkmark.square [+] [√] ⊠ ; chevron > > › ; chevron.down v v ⌄
        chevron.left.forwardslash.chevron.right </> </> ⟨⟩ ; chevron.up ^ ^ ⌃ ; chevron.up.chevron.down : : ⇕
        circle.fill o o ● ; circle.inset.filled (o) (o) ◉ ; clipboard # # ▤ ; cloud ~ ~ ≈ ; command % % ⌘
        cpu # # ▦ ; cup u u ⊔ ; cursorarrow ^ ^ ⇖ ; curlybraces {} {} {} ; desktopcomputer [] [] ▭ ; dice :: :: ⚄
        display [] [] ▭ ; doc = = ▤ ; doc.on.clipboard = = ▤ ; doc.on.doc == == ⧉ ; dollarsign $ $ $ ; dot . . ·
        drop . . ◍ ; ear ? ? ∂ ; ellipsis.circle ... ... … ; equal = = = ; eraser x x ⌫ ; escape ^[ ^[ ⎋
        eyedropper / / ⟋ ; face :) :) ☻ ; figure i i ☻ ; film # # ▤ ; flag P P ⚑ ; flame ^ ^ △ ; flashlight o o ◎
        folder [] [] ▱ ; fork w w ψ ; forward >> » » ; function f f ƒ ; gamecontroller :: :: ⌗ ; gauge / / ◔
        gearshape * * ✱ ; gift [+] [+] ⊞ ; globe o o ⊕ ; goforward o o ↻ ; graduationcap ^ ^ ⌂ ; graph # # ▟
        grid # # ▦ ; hammer T T ⊤ ; hand ! ! ! ; hand.raised ! ! ! ; hand.thumbsdown - - ▽ ; hand.thumbsup + + △
        hare >> >> » ; headphones o o ∩ ; heart <3 <3 ♡ ; heart.slash </3 </3 ♡ ; icloud ~ ~ ≈ ; info (i) (i) ⓘ
        italic I I I ; iphone [] [] ▯ ; keyboard [] [] ▤ ; ladybug * * ✱ ; laptopcomputer [] [] ▭ ; leaf ~ ~ ❧
        lightbulb o o ◌ ; line.3.horizontal = ≡ ≡ ; line.3.horizontal.decrease = ≡ ≡ ; line.horizontal.3 = ≡ ≡
        list = ≡ ≡ ; location > > ➤ ; macwindow [] [] ▭ ; map # # ▦ ; mappin + + ⌖ ; medal o o ◎
        megaphone < < ◁ ; message o o ○ ; mic o o ◍ ; minus.circle (-) (-) ⊖ ; minus.square [-] [-] ⊟
        moon ( ( ☾ ; mosaic # # ▦ ; music d d ♪ ; music.note d d ♪ ; newspaper = = ▤ ; nosign x x ⊘ ; note = = ▤
        number # # # ; opticaldisc o o ◎ ; option ~ ~ ⌥ ; paintbrush / / ⌇ ; paintpalette o o ◍ ; paperclip & & ∂
        paperplane > > ➢ ; pause || || ‖ ; pawprint * * ⁂ ; pencil / / ✎ ; pencil.circle / / ✎ ; percent % % %
        person.2 ii ii ☻ ; person.3 iii iii ☻ ; person.badge.plus i+ i+ ☻ ; phone.down T T ✆ ; photo [] [] ▧
        pills o o ◒ ; pin ! ! ⊤ ; play > > ▷ ; play.circle > > ▷ ; plus.circle (+) (+) ⊕ ; plus.square [+] [+] ⊞
        poweroff o o ⏻ ; power o o ⏻ ; printer = = ⎙ ; puzzlepiece # # ⌘ ; questionmark ? ? ? ; quote " " ❝
        rectangle [] [] ▭ ; rectangle.portrait.and.arrow.right -> → ⇥ ; repeat o o ↻ ; ruler = = ═ ; safari o o ◎
        scissors % % ✁ ; server = ≡ ≡ ; shield v v ⛨ ; shippingbox [] [] ▣ ; shuffle x x ⤨ ; sidebar [| [| ◧
        slash / / ⁄ ; slider.horizontal = ≡ ☰ ; snowflake * * ✻ ; sparkle * * ✦ ; sparkles * * ✦ ; speaker < < ◁
        speaker.slash <x <x ⊘ ; speedometer / / ◔ ; square [] [] □ ; square.and.arrow.down v ↓ ⤓
        square.and.arrow.up ^ ↑ ⤒ ; square.and.pencil / / ✎ ; square.fill # ■ ■ ; square.grid.2x2 # # ▦
        square.on.square == == ⧉ ; square.stack == == ⧉ ; star.fill * * ★ ; star.slash - - ☆ ; stethoscope + + +
        stop # ■ ■ ; stopwatch @ @ ◷ ; suit <> <> ◆ ; sun o o ☼ ; swift < < » ; tablecells # # ▦ ; tag < < ◁
        target o o ◎ ; terminal > > › ; text = ≡ ≡ ; textformat A A A ; thermometer | | ⌇ ; ticket # # ▭
        timer @ @ ◷ ; togglepower o o ⏻ ; toggle o o ◉ ; tray u u ⊔ ; tree ^ ^ ♧ ; triangle ^ ^ △ ; trophy Y Y Y
        tv [] [] ▭ ; umbrella ^ ^ ⌒ ; underline _ _ _ ; video [] [] ▷ ; viewfinder + + ⌖ ; wand * * ✦
        waveform ~ ~ ∿ ; wrench T T ⊤
        """
}
