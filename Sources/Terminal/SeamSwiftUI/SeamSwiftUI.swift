/// SwiftUI for systems that lack Apple's version. It offers views, state, scenes and Combine, and draws them in a
/// terminal.
///
/// Features without a counterpart in a terminal are accepted but not drawn. A debug build reports each of them once on
/// standard error.
///
/// | accepted | effect in a terminal |
/// |---|---|
/// | ``TermUI/View/shadow(color:radius:x:y:)``, ``TermUI/View/cornerRadius(_:)`` | nothing |
/// | ``TermControls/Animation``, ``TermControls/withAnimation(_:_:)`` | every change is immediate |
/// | sizes and designs of ``TermUI/Font`` | weight; below 13 points dim |
/// | ``TermControls/AnyTransition``, ``TermControls/PhaseAnimator``, scaling, blur, blending | nothing; scale 0 hides |
/// | ``TermUI/View/opacity(_:)`` between 0 and 1 | dim text; colours mixed with the colours behind them, if known |
/// | ``TermUI/Shape`` | filled: cells and half cells; outlined: boxes and dots, 2 × 4 in a cell |
/// | ``TermUI/Gradient`` | a colour in each cell; with few colours, the colour of the nearest stop |
/// | ``TermUI/Material`` | a background a step brighter or darker |
/// | ``TermUI/View/clipShape(_:style:)`` | cut at the room's edges |
/// | ``TermControls/AsyncImage`` | the placeholder; no request is made |
/// | lengths in points | columns of 8 and rows of 16, rounded |
/// | ``TermControls/Image/init(systemName:)`` | the closest character |
/// | `Image(uiImage:)` | pixels, as finely as the terminal can (`PictureStep`) |
/// | pictures of the program | the character with a similar name, or otherwise the label |
/// | sizes of controls, styles of menus and dates, capitals and corrections of texts | nothing |
/// | gestures of two fingers | never begin; the other gestures work with the mouse and with keys |
/// | ``TermControls/Link``, ``TermControls/EnvironmentValues/openURL`` | the address is shown; no program is started |
///
/// A terminal has keys where a phone has touches. A mouse works as well.
///
/// | key | what it does |
/// |---|---|
/// | Tab, Shift-Tab | goes to the next or the previous control |
/// | Enter, Space | presses the button that has the focus; Enter runs a list's action: ``TermControls/List`` |
/// | Left, Right, `+`, `-` | change the value of the control that has the focus |
/// | arrows, Page Up, Page Down, Home, End | move in a list or in a text, or scroll |
/// | Enter, `m`, arrows | tap, press for a while, and drag a view: ``TermUI/View/gesture(_:including:)`` |
/// | `/`, `r`, `m` | search, refresh, and the menu of the row, where there is one |
/// | Esc | closes the view in front, ends a search, or goes back |
/// | Ctrl-C | leaves the program, unless a view handles the key |
/// | Ctrl-Z | stops the program, as in any terminal |
///
/// Four or more keys that arrive less than 50 ms apart were not typed by a person. They come from a scanner, or from a
/// terminal that does not mark pasted text. They do not count as keys. An Enter up to half a second later does not
/// count as a key either. A text field that has the focus inserts them like pasted text, and Enter ends its line there.
/// Elsewhere they do nothing. A key that is held down repeats. If a key follows Esc within half a second, the two may
/// be one Alt combination that a slow line has split. Enter, Space and digits therefore do nothing then.
///
/// If a program should also end on another key, the action of that key calls `exit`. The terminal's screen is restored
/// in that case too.
///
/// The module is not called `SwiftUI`, for the same reason for which `SeamCombine` is not called `Combine`. A program
/// that says `import SwiftUI` sets this name for the module in the settings of its target:
///
///     swiftSettings: [
///         .unsafeFlags(
///             ["-module-alias", "SwiftUI=SeamSwiftUI", "-module-alias", "Combine=SeamCombine"],
///             .when(platforms: [.linux]))
///     ]
@_exported public import Foundation
@_exported public import Observation
@_exported public import SeamCombine
@_exported public import TermControls
@_exported public import TermUI

/// The name that SwiftUI uses for a view on which a program draws.
public typealias Canvas = DrawingCanvas
