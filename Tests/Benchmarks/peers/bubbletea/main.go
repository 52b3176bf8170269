// The bench screen (see Tests/Benchmarks/BenchScreen) with Bubble Tea and Lip Gloss, as Debian packages them.
package main

import (
	"fmt"
	"os"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
)

const (
	rows = 200
	page = 46
)

var spinner = strings.Split("⠋⠙⠹⠸⠼⠴⠦⠧", "")

type palette struct{ accent, faint, good lipgloss.Style }

func colors(accent, faint, good string) palette {
	style := func(color string) lipgloss.Style {
		return lipgloss.NewStyle().Foreground(lipgloss.Color(color))
	}
	return palette{style(accent), style(faint), style(good)}
}

var (
	palettes = []palette{colors("#4F8CFF", "#8A8F98", "#3FB950"), colors("#F28B30", "#A39B8B", "#9DB93F")}
	bold     = lipgloss.NewStyle().Bold(true)
)

type model struct{ step, time, first, selected, palette, width, height int }

func (m model) Init() tea.Cmd { return nil }

func (m model) Update(message tea.Msg) (tea.Model, tea.Cmd) {
	switch message := message.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = message.Width, message.Height
	case tea.KeyMsg:
		switch message.String() {
		case "t":
			m.step++
		case "c":
			m.time++
		case "m":
			m = m.choosing(m.selected + 1)
		case "s":
			m = m.choosing(max(m.selected+1, page))
		case "f":
			m.palette = 1 - m.palette
		case "q":
			return m, tea.Quit
		}
	}
	return m, nil
}

func (m model) choosing(row int) model {
	m.selected = min(row, rows-1)
	m.first = max(m.first, m.selected-page+1)
	return m
}

func (m model) View() string {
	if m.width == 0 {
		return ""
	}
	p := palettes[m.palette]
	left := p.accent.Copy().Bold(true).Render("Seam") + " " + p.faint.Render("Harbour House, Ada Lovelace")
	clock := fmt.Sprintf("%02d:%02d:%02d", m.time/3600, m.time/60%60, m.time%60)
	right := p.faint.Render(clock) + " " + p.accent.Render(spinner[m.step%len(spinner)])
	gap := strings.Repeat(" ", max(0, m.width-lipgloss.Width(left)-lipgloss.Width(right)))
	main := lipgloss.JoinHorizontal(lipgloss.Top, m.list(p), "   ", m.cards(p))
	footer := p.faint.Render("Enter open   Tab detail   / search   r refresh   ? help   q quit")
	body := lipgloss.NewStyle().Height(m.height - 3).Render(main)
	return left + gap + right + "\n\n" + body + "\n" + footer
}

func (m model) list(p palette) string {
	var lines []string
	for row := m.first; row < m.first+page; row++ {
		state, color := "ready", p.good
		if row/2%2 == 1 {
			state, color = "away", p.faint
		}
		key, mark, faint := lipgloss.NewStyle(), "  ", p.faint
		if row == m.selected {
			key, mark, faint, color = key.Reverse(true), "> ", faint.Copy().Reverse(true), color.Copy().Reverse(true)
		}
		lines = append(lines, key.Render(fmt.Sprintf("%s%-21s", mark, fmt.Sprintf("Key %d", row)))+
			faint.Render(fmt.Sprintf("%-24s", "Harbour House"))+color.Render(fmt.Sprintf("%-13s", state)))
	}
	return strings.Join(lines, "\n")
}

func (m model) cards(p palette) string {
	frame := lipgloss.NewStyle().Border(lipgloss.RoundedBorder()).BorderForeground(p.accent.GetForeground()).
		Padding(0, 1).Width(30).Height(9)
	var lines []string
	for row := 0; row < 4; row++ {
		var cards []string
		for column := 0; column < 4; column++ {
			card := frame.Render(strings.Join([]string{
				bold.Render(fmt.Sprintf("Door %d", 4*row+column)), p.faint.Render("Harbour House"), "", "",
				"until Fri 18:00", "", p.good.Render("ready")}, "\n"))
			cards = append(cards, card, "  ")
		}
		lines = append(lines, lipgloss.JoinHorizontal(lipgloss.Top, cards...))
	}
	return strings.Join(lines, "\n\n")
}

func max(a, b int) int {
	if a > b {
		return a
	}
	return b
}

func min(a, b int) int { return -max(-a, -b) }

func main() {
	program := tea.NewProgram(model{time: 45296, selected: 3}, tea.WithAltScreen())
	if err := program.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
