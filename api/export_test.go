package api

import "slices"

// PublicRoutes lists what the public listener serves, as "METHOD /path".
func PublicRoutes() []string { return names(publicRoutes()) }

// AdminRoutes lists what the admin listener serves.
func AdminRoutes() []string { return names(adminRoutes()) }

// Route is one method of one address and the query parameters that it reads.
type Route struct {
	Method, Path string
	Params       []string
}

// PublicRoutesWithParams is PublicRoutes with the parameters.
func PublicRoutesWithParams() []Route { return withParams(publicRoutes()) }

// AdminRoutesWithParams is AdminRoutes with the parameters.
func AdminRoutesWithParams() []Route { return withParams(adminRoutes()) }

func withParams(routes []route) (list []Route) {
	for _, rt := range routes {
		list = append(list, Route{rt.method, rt.path, slices.Clone(rt.params)})
	}
	return list
}

// PagePaths lists what is for people to look at. It is no part of the interface.
func PagePaths() (paths []string) {
	for _, rt := range pageRoutes() {
		paths = append(paths, rt.path)
	}
	return paths
}

// Askable lists what a message over WebSocket may ask.
func Askable() []string { return askable() }

// Operations lists what a message over NATS may ask.
func Operations() (list []string) {
	for op := range operationRoutes {
		list = append(list, string(op))
	}
	return list
}

// ProblemSlugs lists the types of problems.
func ProblemSlugs() (slugs []string) {
	for _, k := range problems {
		slugs = append(slugs, k.slug)
	}
	return slugs
}

func names(routes []route) (list []string) {
	for _, rt := range routes {
		list = append(list, rt.method+" "+rt.path)
	}
	return list
}

// WriteRecord writes a game in a format as far as that goes, and says what it left
// out.
var WriteRecord = writeRecord
