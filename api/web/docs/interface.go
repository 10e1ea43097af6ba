package docs

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
)

// overHTTP is what of the OpenAPI document a reader is shown.
type overHTTP struct {
	Info  struct{ Description string }
	Tags  []struct{ Name, Description string }
	Paths ordered[struct {
		Parameters               []parameter
		Get, Post, Patch, Delete *operation
	}]
	Components struct {
		Parameters ordered[parameter]
		Responses  ordered[response]
		Schemas    ordered[schema]
	}
}

type operation struct {
	ID          string `yaml:"operationId"`
	Tags        []string
	Summary     string
	Description string
	Parameters  []parameter
	Body        *response `yaml:"requestBody"`
	Responses   ordered[response]
	Problems    []string `yaml:"x-problems"`
	Listener    string   `yaml:"x-listener"`
}

type parameter struct {
	Name, In, Description string
	Required              bool
	Schema                schema
	Reference             string `yaml:"$ref"`
}

type response struct {
	Reference   string `yaml:"$ref"`
	Description string
	Content     ordered[struct{ Schema schema }]
}

// each calls back for every operation in the order of the document.
func (o *overHTTP) each(f func(path, method string, op *operation)) {
	for _, p := range o.Paths {
		for _, m := range [...]struct {
			method string
			op     *operation
		}{{"GET", p.Value.Get}, {"POST", p.Value.Post}, {"PATCH", p.Value.Patch}, {"DELETE", p.Value.Delete}} {
			if m.op != nil {
				f(p.Key, m.method, m.op)
			}
		}
	}
}

func (o *overHTTP) view() view {
	v := view{Title: "HTTP"}
	for _, tag := range o.Tags {
		g := group{ID: tag.Name, Title: strings.ToUpper(tag.Name[:1]) + tag.Name[1:], Lead: markdown(tag.Description)}
		v.Contents = append(v.Contents, link{Href: "#" + tag.Name, Text: g.Title})
		o.each(func(path, method string, op *operation) {
			if !slices.Contains(op.Tags, tag.Name) {
				return
			}
			g.Entries = append(g.Entries, o.entry(path, method, op))
			v.Contents = append(v.Contents, link{Href: "#" + op.ID, Text: op.ID})
		})
		v.Groups = append(v.Groups, g)
	}
	return v
}

func (o *overHTTP) entry(path, method string, op *operation) entry {
	e := entry{ID: op.ID, Label: method, Name: path, Summary: op.Summary, Text: markdown(op.Description), Problems: op.Problems}
	params := table{Caption: "Parameters"}
	for _, p := range slices.Concat(o.Paths.get(path).Parameters, op.Parameters) {
		if p.Reference != "" {
			p = o.Components.Parameters.get(p.Reference[strings.LastIndex(p.Reference, "/")+1:])
		}
		params.Rows = append(params.Rows, row{Name: p.Name, Needed: p.Required, Type: shape(&p.Schema, schemasPage), Text: markdown(p.Description)})
	}
	if op.Body != nil {
		for _, c := range op.Body.Content {
			params.Rows = append(params.Rows, row{Name: "body", Type: shape(&c.Value.Schema, schemasPage), Text: markdown("`" + c.Key + "`")})
		}
	}
	answers := table{Caption: "Answers"}
	for _, r := range op.Responses {
		a := r.Value
		if a.Reference != "" {
			a = o.Components.Responses.get(a.Reference[strings.LastIndex(a.Reference, "/")+1:])
		}
		if r.Key == "4XX" || r.Key == "5XX" {
			continue // the problems say it
		}
		var forms []template.HTML
		for _, c := range a.Content {
			forms = append(forms, shape(&c.Value.Schema, schemasPage)+template.HTML(` <code>`+template.HTMLEscapeString(c.Key)+`</code>`)) //nolint:gosec // escaped
		}
		answers.Rows = append(answers.Rows, row{Name: r.Key, Type: joined(forms, "<br>"), Text: markdown(a.Description)})
	}
	for _, t := range []table{params, answers} {
		if len(t.Rows) > 0 {
			e.Tables = append(e.Tables, t)
		}
	}
	return e
}

// schemas shows every schema.
func (o *overHTTP) schemas() view {
	v := view{Title: "Schemas", Lead: markdown("Each of them is served by itself under `/schemas/`, as JSON Schema 2020-12.")}
	g := group{ID: "all", Title: "All of them"}
	for _, p := range o.Components.Schemas {
		g.Entries = append(g.Entries, schemaEntry(p.Key, &p.Value, ""))
		v.Contents = append(v.Contents, link{Href: "#" + p.Key, Text: p.Key})
	}
	v.Groups = []group{g}
	return v
}

// schemasPage is where schemas are shown.
const schemasPage = "/docs/schemas"

// schemaEntry shows a schema; page is where the others are.
func schemaEntry(name string, s *schema, page string) entry {
	e := entry{ID: name, Name: name, Text: markdown(s.Description)}
	t := table{Caption: "Fields"}
	if len(s.Properties) == 0 {
		t.Caption = "Form"
		t.Rows = []row{{Name: name, Type: shape(s, page), Text: examples(s)}}
	}
	for _, a := range s.AllOf {
		t.Rows = append(t.Rows, row{Name: "…", Type: shape(&a, page), Text: markdown("all fields of it, too")})
	}
	for _, p := range s.Properties {
		t.Rows = append(t.Rows, row{Name: p.Key, Needed: slices.Contains(s.Required, p.Key), Type: shape(&p.Value, page), Text: markdown(p.Value.Description) + fields(&p.Value, page)})
	}
	e.Tables = []table{t}
	return e
}

func examples(s *schema) template.HTML {
	var all []string
	for _, x := range s.Examples {
		all = append(all, fmt.Sprintf("`%v`", x))
	}
	return markdown(strings.Join(all, " "))
}

// fields lists the fields of a schema inside another.
func fields(s *schema, page string) template.HTML {
	if s.Items != nil && len(s.Items.Properties) > 0 {
		s = s.Items
	}
	var all []template.HTML
	for _, p := range s.Properties {
		all = append(all, template.HTML(`<code>`+template.HTMLEscapeString(p.Key)+`</code> `)+shape(&p.Value, page)) //nolint:gosec // escaped
	}
	return joined(all, "<br>")
}

// shape says in a few words what a value is.
func shape(s *schema, page string) template.HTML {
	several := func(list []schema, word string) template.HTML {
		var all []template.HTML
		for i := range list {
			all = append(all, shape(&list[i], page))
		}
		return joined(all, word)
	}
	switch {
	case s.Ref != "":
		name := s.Ref[strings.LastIndex(s.Ref, "/")+1:]
		to := page
		if strings.HasPrefix(s.Ref, "/schemas/") {
			to = schemasPage
		}
		return anchor(to+"#"+name, name)
	case s.Const != nil:
		return code(s.Const)
	case len(s.Enum) > 0:
		var all []template.HTML
		for _, v := range s.Enum {
			all = append(all, code(v))
		}
		return joined(all, " ")
	case len(s.OneOf) > 0:
		return several(s.OneOf, " or ")
	case len(s.AnyOf) > 0:
		return several(s.AnyOf, " or ")
	case len(s.PrefixItems) > 0:
		return "list: " + several(s.PrefixItems, ", ")
	case s.Items != nil:
		return "list of " + shape(s.Items, page)
	case s.Type == nil && len(s.Properties) > 0:
		return "object"
	case s.Type == nil:
		return "anything"
	}
	if list, ok := s.Type.([]any); ok {
		var all []template.HTML
		for _, t := range list {
			all = append(all, template.HTML(template.HTMLEscapeString(fmt.Sprint(t)))) //nolint:gosec // escaped
		}
		return joined(all, " or ")
	}
	return template.HTML(template.HTMLEscapeString(fmt.Sprint(s.Type))) //nolint:gosec // escaped
}

func code(v any) template.HTML {
	return template.HTML(`<code>` + template.HTMLEscapeString(fmt.Sprint(v)) + `</code>`) //nolint:gosec // escaped
}

func joined(all []template.HTML, by string) template.HTML {
	var b strings.Builder
	for i, h := range all {
		if i > 0 {
			b.WriteString(by)
		}
		b.WriteString(string(h))
	}
	return template.HTML(b.String()) //nolint:gosec // made of what is escaped
}

// byMessages is what of the AsyncAPI document a reader is shown.
type byMessages struct {
	Info     struct{ Description string }
	Channels ordered[struct {
		Address     *string
		Description string
		Messages    ordered[struct {
			Ref string `yaml:"$ref"`
		}]
	}]
	Components struct {
		Messages ordered[struct {
			Summary          string
			Headers, Payload schema
		}]
		Schemas ordered[schema]
	}
}

func (m *byMessages) view() view {
	v := view{Title: "Messages", Lead: markdown(m.Info.Description)}
	channels := group{ID: "channels", Title: "Channels"}
	for _, c := range m.Channels {
		name := "an inbox of the sender's"
		if c.Value.Address != nil {
			name = *c.Value.Address
		}
		e := entry{ID: c.Key, Name: name, Summary: c.Value.Description}
		t := table{Caption: "Messages"}
		for _, ref := range c.Value.Messages {
			msg := m.Components.Messages.get(ref.Value.Ref[strings.LastIndex(ref.Value.Ref, "/")+1:])
			t.Rows = append(t.Rows, row{Name: ref.Key, Type: shape(&msg.Payload, ""), Text: markdown(msg.Summary)})
		}
		e.Tables = []table{t}
		channels.Entries = append(channels.Entries, e)
		v.Contents = append(v.Contents, link{Href: "#" + c.Key, Text: c.Key})
	}
	parts := group{ID: "parts", Title: "What they are made of"}
	for _, p := range m.Components.Schemas {
		parts.Entries = append(parts.Entries, schemaEntry(p.Key, &p.Value, ""))
		v.Contents = append(v.Contents, link{Href: "#" + p.Key, Text: p.Key})
	}
	v.Groups = []group{channels, parts}
	return v
}
