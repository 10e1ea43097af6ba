package people

// The words of names that are made up: short, and fit to call a stranger by.
var (
	adjectives = [...]string{
		"Amber", "Autumn", "Bold", "Brave", "Bright", "Brisk", "Calm", "Careful", "Cheerful", "Clever", "Copper", "Cosy",
		"Crimson", "Curious", "Daring", "Dapper", "Deft", "Eager", "Early", "Fair", "Fearless", "Fond", "Frosty", "Gentle",
		"Glad", "Golden", "Happy", "Hasty", "Honest", "Humble", "Indigo", "Jolly", "Keen", "Kind", "Lively", "Loyal",
		"Lucky", "Mellow", "Merry", "Mild", "Misty", "Modest", "Nimble", "Noble", "Patient", "Playful", "Polite", "Proud",
		"Quick", "Quiet", "Ready", "Rustic", "Silver", "Sly", "Snowy", "Spry", "Steady", "Sunny", "Swift", "Tidy",
		"Velvet", "Wandering", "Warm", "Witty",
	}
	animals = [...]string{
		"Badger", "Beaver", "Bison", "Camel", "Crane", "Cricket", "Curlew", "Deer", "Dolphin", "Dove", "Falcon", "Ferret",
		"Finch", "Fox", "Gazelle", "Gecko", "Goat", "Hare", "Hawk", "Hedgehog", "Heron", "Horse", "Ibex", "Ibis",
		"Jackdaw", "Jay", "Kestrel", "Kingfisher", "Koala", "Lark", "Lemur", "Lion", "Lizard", "Lynx", "Magpie", "Marmot",
		"Marten", "Mole", "Moth", "Newt", "Nightingale", "Otter", "Owl", "Panda", "Partridge", "Pelican", "Penguin", "Plover",
		"Puffin", "Quail", "Raven", "Robin", "Salmon", "Seal", "Sparrow", "Squirrel", "Stork", "Swan", "Tiger", "Toad",
		"Tortoise", "Trout", "Wren", "Yak",
	}
)
