package docs

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"go.yaml.in/yaml/v4"
)

//go:embed site/page.html site/style.css *.md
var site embed.FS

// Policy is the Content-Security-Policy of the pages: they run nothing, and ask
// nobody but this server for anything.
const Policy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Problem is a type of problem as the pages explain it.
type Problem struct {
	Slug   string
	Status int
	Title  string
	Text   string
}

// Site is the documents as pages for people. Nobody may change the bytes.
type Site struct {
	Style []byte
	pages map[string][]byte
	tmpl  *template.Template
	nav   []link
}

type link struct {
	Href, Text string
	Here       bool
}

// view is what the template shows.
type view struct {
	Title    string
	Lead     template.HTML
	Nav      []link
	Contents []link
	Groups   []group
}

type group struct {
	ID, Title string
	Lead      template.HTML
	Entries   []entry
}

type entry struct {
	ID, Label, Name, Summary string
	Text                     template.HTML
	Tables                   []table
	Problems                 []string
}

type table struct {
	Caption string
	Rows    []row
}

type row struct {
	Name       string
	Needed     bool
	Type, Text template.HTML
}

// guides are the texts, in the order in which they are read.
var guides = [...]struct{ name, title string }{{"play", "Play"}, {"start", "Begin"}, {"clients", "Write a client"}, {"feeds", "Follow games"}, {"verify", "Check a game"}, {"trust", "Whom to trust"}, {"operate", "Serve others"}, {"cluster", "More than one machine"}, {"growth", "How it grows"}, {"games", "Add a game"}, {"architecture", "How it is built"}, {"changes", "Changes"}}

// NewSite makes the pages. The protocol of the dice is a text of theirs, in Markdown.
func NewSite(problems []Problem, dice string) (*Site, error) {
	s := &Site{pages: make(map[string][]byte)}
	var err error
	if s.tmpl, err = template.ParseFS(site, "site/page.html"); err != nil {
		return nil, err
	}
	if s.Style, err = site.ReadFile("site/style.css"); err != nil {
		return nil, err
	}
	s.nav = append(s.nav, link{Href: "/docs", Text: "Overview"})
	for _, g := range guides {
		s.nav = append(s.nav, link{Href: "/docs/" + g.name, Text: g.title})
	}
	s.nav = append(s.nav, link{Href: "/docs/dice", Text: "Dice"}, link{Href: "/docs/http", Text: "HTTP"}, link{Href: "/docs/messages", Text: "Messages"},
		link{Href: "/docs/schemas", Text: "Schemas"}, link{Href: "/docs/problems", Text: "Problems"})
	var over overHTTP
	if err := yaml.Unmarshal(openAPI, &over); err != nil {
		return nil, fmt.Errorf("openapi.yaml: %w", err)
	}
	var by byMessages
	if err := yaml.Unmarshal(asyncAPI, &by); err != nil {
		return nil, fmt.Errorf("asyncapi.yaml: %w", err)
	}
	views := map[string]view{
		"": overview(&over), "http": over.view(), "schemas": over.schemas(), "messages": by.view(), "problems": problemView(problems),
		"dice": written(dice),
	}
	for _, g := range guides {
		text, err := site.ReadFile(g.name + ".md")
		if err != nil {
			return nil, err
		}
		views[g.name] = written(string(text))
	}
	for name, v := range views {
		if s.pages[name], err = s.render(name, v); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Page returns a page by its name, the overview by none.
func (s *Site) Page(name string) ([]byte, bool) {
	p, ok := s.pages[name]
	return p, ok
}

// Written returns a page made of a text in Markdown.
func (s *Site) Written(text string) ([]byte, error) { return s.render("written", written(text)) }

func (s *Site) render(name string, v view) ([]byte, error) {
	for _, l := range s.nav {
		l.Here = l.Href == strings.TrimSuffix("/docs/"+name, "/")
		v.Nav = append(v.Nav, l)
	}
	var out bytes.Buffer
	err := s.tmpl.Execute(&out, v)
	return out.Bytes(), err
}

// written is a text whose first line is its title. What has no sections is a section
// each, so that no level of headings is left out.
func written(text string) view {
	title, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if !strings.Contains(rest, "\n## ") {
		rest = strings.ReplaceAll(rest, "\n### ", "\n## ")
	}
	return view{Title: strings.TrimSpace(strings.TrimLeft(title, "# ")), Lead: markdown(rest)}
}

// markdown renders a text. HTML in it is shown as it is written, not taken over.
func markdown(text string) template.HTML {
	if text == "" {
		return ""
	}
	md := goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	var out bytes.Buffer
	if err := md.Convert([]byte(text), &out); err != nil { // into memory it never fails
		return template.HTML(template.HTMLEscapeString(text)) //nolint:gosec // escaped
	}
	return template.HTML(out.String()) //nolint:gosec // made from our own text, without HTML of its own
}

// overview begins with what there is.
func overview(over *overHTTP) view {
	v := view{Title: "The interface", Lead: markdown(over.Info.Description)}
	g := group{ID: "addresses", Title: "All addresses", Lead: markdown("As documents for programs: [OpenAPI](/openapi.yaml) ([JSON](/openapi.json)), [AsyncAPI](/asyncapi.yaml) ([JSON](/asyncapi.json)), and every schema under `/schemas/`.")}
	t := table{Caption: "Method and address"}
	over.each(func(path, method string, op *operation) {
		t.Rows = append(t.Rows, row{Name: method + " " + path, Type: anchor("/docs/http#"+op.ID, op.Summary)})
	})
	g.Entries = []entry{{ID: "list", Name: fmt.Sprintf("%d ways to ask", len(t.Rows)), Tables: []table{t}}}
	v.Groups = []group{g}
	return v
}

func problemView(problems []Problem) view {
	v := view{Title: "Problems", Lead: markdown("Every refusal is `application/problem+json` (RFC 9457). Its `type` is one of these, for ever.")}
	g := group{ID: "types", Title: "Types"}
	for _, p := range problems {
		g.Entries = append(g.Entries, entry{ID: p.Slug, Label: fmt.Sprint(p.Status), Name: "/problems/" + p.Slug, Summary: p.Title, Text: markdown(p.Text)})
		v.Contents = append(v.Contents, link{Href: "#" + p.Slug, Text: p.Slug})
	}
	v.Groups = []group{g}
	return v
}

// anchor is a link.
func anchor(href, text string) template.HTML {
	return template.HTML(`<a href="` + template.HTMLEscapeString(href) + `">` + template.HTMLEscapeString(text) + `</a>`) //nolint:gosec // escaped
}
