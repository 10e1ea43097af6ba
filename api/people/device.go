package people

import "strings"

// The names by which browsers and systems call themselves, the more special before
// those that claim to be like them.
var (
	browsers = [...][2]string{
		{"Edg/", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"}, {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"},
		{"CriOS/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}, {"curl/", "curl"}, {"plylog", "plylog"},
	}
	systems = [...][2]string{
		{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"}, {"Mac OS X", "macOS"}, {"Linux", "Linux"},
	}
)

// Device says in a few words what a User-Agent is: "Firefox, Linux". Nothing of what
// it says itself is kept. Empty: nothing is known of it.
func Device(userAgent string) string {
	if len(userAgent) > 512 {
		userAgent = userAgent[:512]
	}
	var words []string
	for _, list := range [...][][2]string{browsers[:], systems[:]} {
		for _, one := range list {
			if strings.Contains(userAgent, one[0]) {
				words = append(words, one[1])
				break
			}
		}
	}
	return strings.Join(words, ", ")
}
