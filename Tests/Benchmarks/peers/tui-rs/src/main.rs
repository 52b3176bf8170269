//! The bench screen (see Tests/Benchmarks/BenchScreen) with tui-rs, as Debian packages it.

use crossterm::event::{self, Event, KeyCode};
use crossterm::execute;
use crossterm::terminal::{disable_raw_mode, enable_raw_mode, EnterAlternateScreen, LeaveAlternateScreen};
use std::io::{self, Stdout};
use tui::backend::CrosstermBackend;
use tui::layout::{Alignment, Constraint, Direction, Layout, Margin, Rect};
use tui::style::{Color, Modifier, Style};
use tui::text::{Span, Spans};
use tui::widgets::{Block, BorderType, Borders, List, ListItem, ListState, Paragraph};
use tui::{Frame, Terminal};

const ROWS: usize = 200;
const PAGE: usize = 46;
const SPINNER: [&str; 8] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧"];

struct Palette {
    accent: Style,
    faint: Style,
    good: Style,
}

fn palette(is_second: bool) -> Palette {
    let fg = |r, g, b| Style::default().fg(Color::Rgb(r, g, b));
    if is_second {
        Palette { accent: fg(0xF2, 0x8B, 0x30), faint: fg(0xA3, 0x9B, 0x8B), good: fg(0x9D, 0xB9, 0x3F) }
    } else {
        Palette { accent: fg(0x4F, 0x8C, 0xFF), faint: fg(0x8A, 0x8F, 0x98), good: fg(0x3F, 0xB9, 0x50) }
    }
}

struct App {
    step: usize,
    time: usize,
    list: ListState,
    is_second: bool,
}

impl App {
    fn select(&mut self, row: usize) {
        self.list.select(Some(row.min(ROWS - 1)));
    }

    /// False: it is over.
    fn press(&mut self, key: KeyCode) -> bool {
        let next = self.list.selected().unwrap_or(0) + 1;
        match key {
            KeyCode::Char('t') => self.step += 1,
            KeyCode::Char('c') => self.time += 1,
            KeyCode::Char('m') => self.select(next),
            KeyCode::Char('s') => self.select(next.max(PAGE)),
            KeyCode::Char('f') => self.is_second = !self.is_second,
            KeyCode::Char('q') => return false,
            _ => {}
        }
        true
    }

    fn draw<B: tui::backend::Backend>(&mut self, frame: &mut Frame<B>) {
        let colors = palette(self.is_second);
        let rows = split(frame.size(), Direction::Vertical, &[1, 1, PAGE as u16, 1, 1]);
        let bold = Style::default().add_modifier(Modifier::BOLD);
        let title = Spans::from(vec![
            Span::styled("Seam", colors.accent.patch(bold)),
            Span::raw(" "),
            Span::styled("Harbour House, Ada Lovelace", colors.faint),
        ]);
        frame.render_widget(Paragraph::new(title), rows[0]);
        let clock = format!("{:02}:{:02}:{:02} ", self.time / 3600, self.time / 60 % 60, self.time % 60);
        let clock = Span::styled(clock, colors.faint);
        let spinner = Span::styled(SPINNER[self.step % SPINNER.len()], colors.accent);
        let right = Spans::from(vec![clock, spinner]);
        frame.render_widget(Paragraph::new(right).alignment(Alignment::Right), Rect { x: 180, width: 20, ..rows[0] });
        let items: Vec<ListItem> = (0..ROWS).map(|row| item(row, &colors)).collect();
        let list = List::new(items)
            .highlight_symbol("> ")
            .highlight_style(Style::default().add_modifier(Modifier::REVERSED));
        frame.render_stateful_widget(list, Rect { width: 60, ..rows[2] }, &mut self.list);
        for number in 0..16u16 {
            card(frame, number, rows[2], &colors);
        }
        let keys = "Enter open   Tab detail   / search   r refresh   ? help   q quit";
        frame.render_widget(Paragraph::new(Span::styled(keys, colors.faint)), rows[4]);
    }
}

fn split(area: Rect, direction: Direction, lengths: &[u16]) -> Vec<Rect> {
    let constraints: Vec<Constraint> = lengths.iter().map(|length| Constraint::Length(*length)).collect();
    Layout::default().direction(direction).constraints(constraints).split(area)
}

fn item(row: usize, colors: &Palette) -> ListItem<'static> {
    let (state, color) = if row / 2 % 2 == 0 { ("ready", colors.good) } else { ("away", colors.faint) };
    ListItem::new(Spans::from(vec![
        Span::raw(format!("{:<21}", format!("Key {row}"))),
        Span::styled(format!("{:<24}", "Harbour House"), colors.faint),
        Span::styled(state, color),
    ]))
}

fn card<B: tui::backend::Backend>(frame: &mut Frame<B>, number: u16, area: Rect, colors: &Palette) {
    let (column, row) = (number % 4, number / 4);
    let place = Rect { x: 63 + 34 * column, y: area.y + 12 * row, width: 32, height: 11 };
    let block =
        Block::default().borders(Borders::ALL).border_type(BorderType::Rounded).border_style(colors.accent);
    let lines = vec![
        Spans::from(Span::styled(format!("Door {number}"), Style::default().add_modifier(Modifier::BOLD))),
        Spans::from(Span::styled("Harbour House", colors.faint)),
        Spans::default(),
        Spans::default(),
        Spans::from("until Fri 18:00"),
        Spans::default(),
        Spans::from(Span::styled("ready", colors.good)),
    ];
    frame.render_widget(block, place);
    frame.render_widget(Paragraph::new(lines), place.inner(&Margin { horizontal: 2, vertical: 1 }));
}

fn run(terminal: &mut Terminal<CrosstermBackend<Stdout>>) -> io::Result<()> {
    let mut app = App { step: 0, time: 45296, list: ListState::default(), is_second: false };
    app.select(3);
    loop {
        terminal.draw(|frame| app.draw(frame))?;
        if let Event::Key(key) = event::read()? {
            if !app.press(key.code) {
                return Ok(());
            }
        }
    }
}

fn main() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen)?;
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let outcome = run(&mut terminal);
    disable_raw_mode()?;
    execute!(io::stdout(), LeaveAlternateScreen)?;
    outcome
}
