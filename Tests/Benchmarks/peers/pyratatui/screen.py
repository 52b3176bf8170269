"""The bench screen (see Tests/Benchmarks/BenchScreen) with pyratatui, which is ratatui for Python."""

import dataclasses

from pyratatui import (
    Block, BorderType, Color, Constraint, Direction, Layout, Line, List, ListItem, ListState, Paragraph, Rect, Span,
    Style, Terminal, Text)

ROWS, PAGE = 200, 46
SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧"


@dataclasses.dataclass
class Palette:
    accent: Style
    faint: Style
    good: Style


def style(red, green, blue):
    return Style().fg(Color.rgb(red, green, blue))


PALETTES = [
    Palette(style(0x4F, 0x8C, 0xFF), style(0x8A, 0x8F, 0x98), style(0x3F, 0xB9, 0x50)),
    Palette(style(0xF2, 0x8B, 0x30), style(0xA3, 0x9B, 0x8B), style(0x9D, 0xB9, 0x3F))]


class Screen:
    def __init__(self):
        self.step, self.time, self.palette = 0, 45296, 0
        self.list = ListState()
        self.list.select(3)

    def press(self, key):
        following = min(self.list.selected + 1, ROWS - 1)
        if key == "t":
            self.step += 1
        elif key == "c":
            self.time += 1
        elif key == "m":
            self.list.select(following)
        elif key == "s":
            self.list.select(max(following, PAGE))
        elif key == "f":
            self.palette = 1 - self.palette

    def draw(self, frame):
        colors = PALETTES[self.palette]
        lengths = [Constraint.length(length) for length in (1, 1, PAGE, 1, 1)]
        header, _, body, _, footer = Layout().direction(Direction.Vertical).constraints(lengths).split(frame.area)
        title = Line([Span("Seam", colors.accent.bold()), Span(" "), Span("Harbour House, Ada Lovelace", colors.faint)])
        frame.render_widget(Paragraph(Text([title])), header)
        clock = "%02d:%02d:%02d " % (self.time // 3600, self.time // 60 % 60, self.time % 60)
        right = Line([Span(clock, colors.faint), Span(SPINNER[self.step % len(SPINNER)], colors.accent)])
        frame.render_widget(Paragraph(Text([right])).right_aligned(), Rect(180, header.y, 20, 1))
        keys = List([item(row, colors) for row in range(ROWS)])
        keys = keys.highlight_symbol("> ").highlight_style(Style().reversed())
        frame.render_stateful_list(keys, Rect(0, body.y, 60, PAGE), self.list)
        for number in range(16):
            draw_card(frame, number, body.y, colors)
        hints = Span("Enter open   Tab detail   / search   r refresh   ? help   q quit", colors.faint)
        frame.render_widget(Paragraph(Text([Line([hints])])), footer)


def item(row, colors):
    state = Span("ready", colors.good) if row // 2 % 2 == 0 else Span("away", colors.faint)
    key, place = Span("%-21s" % ("Key %d" % row)), Span("%-24s" % "Harbour House", colors.faint)
    return ListItem.from_text(Text([Line([key, place, state])]))


def draw_card(frame, number, top, colors):
    row, column = divmod(number, 4)
    block = Block().bordered().border_type(BorderType.Rounded).border_style(colors.accent).padding(1, 1, 0, 0)
    lines = [
        Line([Span("Door %d" % number, Style().bold())]), Line([Span("Harbour House", colors.faint)]), Line(), Line(),
        Line.from_string("until Fri 18:00"), Line(), Line([Span("ready", colors.good)])]
    frame.render_widget(Paragraph(Text(lines)).block(block), Rect(63 + 34 * column, top + 12 * row, 32, 11))


def main():
    screen = Screen()
    with Terminal() as terminal:
        while True:
            terminal.draw(screen.draw)
            # This works like the library's own loop, but draws again only after a key press.
            while not (event := terminal.poll_event(timeout_ms=1000)):
                pass
            if event.code == "q":
                return
            screen.press(event.code)


main()
