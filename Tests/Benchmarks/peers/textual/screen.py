"""The bench screen (see Tests/Benchmarks/BenchScreen) with Textual."""

from textual.app import App
from textual.containers import Grid, Horizontal
from textual.content import Content
from textual.reactive import var
from textual.theme import Theme
from textual.widgets import OptionList, Static

ROWS, PAGE = 200, 46
SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧"
THEMES = [
    Theme("first", primary="#4F8CFF", secondary="#8A8F98", success="#3FB950"),
    Theme("second", primary="#F28B30", secondary="#A39B8B", success="#9DB93F")]
CARD = "[b]Door %d[/]\n[$secondary]Harbour House[/]\n\n\nuntil Fri 18:00\n\n[$success]ready[/]"


def prompt(row):
    state = "[$success]ready[/]" if row // 2 % 2 == 0 else "[$secondary]away[/]"
    return Content.from_markup("  %-21s[$secondary]%-24s[/]%s" % ("Key %d" % row, "Harbour House", state))


class Screen(App):
    CSS = """
    Screen { background: ansi_default; }
    #header { height: 1; margin-bottom: 1; }
    #title { width: 1fr; }
    #clock { width: 8; color: $secondary; margin-right: 1; }
    #spinner { width: 1; color: $primary; }
    #body { height: 1fr; }
    OptionList {
        width: 60; height: 46; border: none; padding: 0; margin-right: 3; background: ansi_default; scrollbar-size: 0 0;
        & > .option-list--option { padding: 0; }
        & > .option-list--option-highlighted { text-style: reverse; background: ansi_default; }
    }
    Grid { grid-size: 4; grid-columns: 32; grid-rows: 11; grid-gutter: 1 2; }
    .card { border: round $primary; padding: 0 1; height: 11; }
    #footer { height: 1; color: $secondary; }
    """
    BINDINGS = [("t", "spin"), ("c", "tick"), ("m", "select"), ("s", "scroll"), ("f", "recolour"), ("q", "quit")]
    step = var(0)
    time = var(45296)

    def __init__(self):
        super().__init__(ansi_color=True)
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = "first"

    def compose(self):
        with Horizontal(id="header"):
            yield Static("[b $primary]Seam[/] [$secondary]Harbour House, Ada Lovelace[/]", id="title")
            yield Static(id="clock")
            yield Static(id="spinner")
        with Horizontal(id="body"):
            yield OptionList(*map(prompt, range(ROWS)))
            with Grid():
                for number in range(16):
                    yield Static(CARD % number, classes="card")
        yield Static("Enter open   Tab detail   / search   r refresh   ? help   q quit", id="footer")

    def on_mount(self):
        self.query_one(OptionList).highlighted = 3

    def watch_step(self, step):
        self.query_one("#spinner", Static).update(SPINNER[step % len(SPINNER)], layout=False)

    def watch_time(self, time):
        clock = "%02d:%02d:%02d" % (time // 3600, time // 60 % 60, time % 60)
        self.query_one("#clock", Static).update(clock, layout=False)

    def action_spin(self):
        self.step += 1

    def action_tick(self):
        self.time += 1

    def action_select(self):
        self.choose(self.query_one(OptionList).highlighted + 1)

    def action_scroll(self):
        self.choose(max(self.query_one(OptionList).highlighted + 1, PAGE))

    def choose(self, row):
        self.query_one(OptionList).highlighted = min(row, ROWS - 1)

    def action_recolour(self):
        self.theme = "second" if self.theme == "first" else "first"


Screen().run()
