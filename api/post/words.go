package post

// words is what letters say in one language. In all of them {host} is the host of the
// base address and {n} a number of minutes.
type words struct {
	rtl    bool
	digits string // the ten digits of numbers in prose; empty: 0 to 9

	signIn  string // subject
	asked   string
	open    string // the link follows
	code    string
	nothing string

	added    string // subject
	passkey  string
	provider string
	remove   string // the link follows
}

// speak returns the words of a language, of English where it is none of the page's.
func speak(lang string) (string, words) {
	if w, ok := catalog()[lang]; ok {
		return lang, w
	}
	return "en", catalog()["en"]
}

// Speaks reports whether letters can be written in a language, a tag as in the page:
// en, ne, ps, sd, ti.
func Speaks(lang string) bool {
	_, ok := catalog()[lang]
	return ok
}

// catalog is all languages of the page.
func catalog() map[string]words {
	return map[string]words{
		"en": {
			signIn:   "Sign in to plylog",
			asked:    "Somebody, we hope you, asked to sign in at {host} with this address.",
			open:     "Open this link and press the button on the page. It works once, within {n} minutes:",
			code:     "If it opens in another browser than the one you asked in, the page shows six digits. Type them in the first browser, and tell them to nobody.",
			nothing:  "If it was not you, do nothing: without this link nobody is signed in.",
			added:    "A way to sign in was added to your plylog account",
			passkey:  "From now on a passkey can sign in to your account at {host}.",
			provider: "From now on an account with another service can sign in to your account at {host}.",
			remove:   "If you added it, there is nothing to do. If not, remove it here and sign out everywhere:",
		},
		"ne": {
			digits:   "०१२३४५६७८९",
			signIn:   "plylog मा साइन इन गर्नुहोस्",
			asked:    "कसैले, सायद तपाईं आफैंले, यो ठेगानाबाट {host} मा साइन इन गर्न खोज्नुभयो।",
			open:     "यो लिङ्क खोल्नुहोस् र पृष्ठको बटन थिच्नुहोस्। यसले {n} मिनेटभित्र एक पटक मात्र काम गर्छ:",
			code:     "तपाईंले अनुरोध गरेको ब्राउजरभन्दा फरक ब्राउजरमा खुल्यो भने पृष्ठले छ अङ्क देखाउँछ। ती अङ्क पहिलो ब्राउजरमा लेख्नुहोस्, र अरू कसैलाई नभन्नुहोस्।",
			nothing:  "यो तपाईं होइन भने केही गर्नु पर्दैन: यो लिङ्कविना कोही साइन इन हुँदैन।",
			added:    "तपाईंको plylog खातामा साइन इन गर्ने तरिका थपियो",
			passkey:  "अबदेखि एउटा पासकीले {host} मा तपाईंको खातामा साइन इन गर्न सक्छ।",
			provider: "अबदेखि अर्को सेवाको एउटा खाताले {host} मा तपाईंको खातामा साइन इन गर्न सक्छ।",
			remove:   "यो तपाईंले थप्नुभएको हो भने केही गर्नु पर्दैन। होइन भने यहाँ हटाउनुहोस् र सबै ठाउँबाट साइन आउट गर्नुहोस्:",
		},
		"ps": {
			rtl: true, digits: "۰۱۲۳۴۵۶۷۸۹",
			signIn:   "plylog ته ننوتل",
			asked:    "چا، هیله ده چې تاسو یاست، په دې پته په {host} کې د ننوتلو غوښتنه وکړه.",
			open:     "دا لینک پرانیزئ او په پاڼه کې تڼۍ کېکاږئ. لینک یوازې یو ځل او په {n} دقیقو کې دننه کار کوي:",
			code:     "که په بل براوزر کې پرانیستل شي، پاڼه شپږ رقمونه ښيي. هغه په لومړي براوزر کې ولیکئ او هیچا ته یې مه وایئ.",
			nothing:  "که تاسو نه وئ، هېڅ مه کوئ: پرته له دې لینکه څوک نشي ننوتلای.",
			added:    "ستاسو د plylog حساب ته د ننوتلو یوه لاره ورزیاته شوه",
			passkey:  "له دې وروسته یوه پاسکي په {host} کې ستاسو حساب ته ننوتلای شي.",
			provider: "له دې وروسته د بل خدمت یو حساب په {host} کې ستاسو حساب ته ننوتلای شي.",
			remove:   "که تاسو ورزیاته کړې وي، هېڅ کول نه غواړي. که نه، دلته یې لرې کړئ او له هر ځایه ووځئ:",
		},
		"sd": {
			rtl: true, digits: "٠١٢٣٤٥٦٧٨٩",
			signIn:   "plylog ۾ سائن ان ڪريو",
			asked:    "ڪنهن، اميد ته توهان ئي، هن پتي سان {host} تي سائن ان ٿيڻ گهريو.",
			open:     "هي لنڪ کوليو ۽ صفحي تي بٽڻ دٻايو. اهو {n} منٽن اندر رڳو هڪ ڀيرو ڪم ڪري ٿو:",
			code:     "جيڪڏهن اهو ٻئي برائوزر ۾ کلي ته صفحو ڇهه انگ ڏيکاري ٿو. اهي پهرئين برائوزر ۾ لکو ۽ ڪنهن کي به نه ٻڌايو.",
			nothing:  "جيڪڏهن اهو توهان نه هئا ته ڪجهه نه ڪريو: هن لنڪ کان سواءِ ڪو به سائن ان نٿو ٿئي.",
			added:    "توهان جي plylog کاتي ۾ سائن ان جو هڪ طريقو شامل ٿيو",
			passkey:  "هاڻي کان هڪ پاس ڪي {host} تي توهان جي کاتي ۾ سائن ان ڪري سگهي ٿي.",
			provider: "هاڻي کان ٻي خدمت جو هڪ کاتو {host} تي توهان جي کاتي ۾ سائن ان ڪري سگهي ٿو.",
			remove:   "جيڪڏهن اهو توهان شامل ڪيو ته ڪجهه ڪرڻ جي ضرورت ناهي. جيڪڏهن نه ته ان کي هتي هٽايو ۽ هر هنڌ کان سائن آئوٽ ڪريو:",
		},
		"ti": {
			signIn:   "ናብ plylog እቶ",
			asked:    "ሓደ ሰብ፣ ንስኻ ክትከውን ተስፋ ንገብር፣ በዚ ኢመይል ናብ {host} ክኣቱ ሓቲቱ።",
			open:     "ነዚ መላግቦ ክፈት እሞ ኣብቲ ገጽ ዘሎ መልጎም ጠውቕ። ኣብ ውሽጢ {n} ደቓይቕ ሓደ ግዜ ጥራይ ይሰርሕ፦",
			code:     "ኣብ ካልእ መዳህሰሲ እንተ ተኸፊቱ እቲ ገጽ ሽዱሽተ ኣሃዛት የርኢ። ኣብቲ ቀዳማይ መዳህሰሲ ጽሓፎም፣ ንማንም ድማ ኣይትንገር።",
			nothing:  "ንስኻ እንተዘይኮንካ ምንም ኣይትግበር፦ ብዘይ እዚ መላግቦ ዝኣቱ የለን።",
			added:    "ናብ plylog ሕሳብካ መእተዊ መንገዲ ተወሲኹ",
			passkey:  "ካብ ሕጂ ሓደ ፓስኪ ኣብ {host} ናብ ሕሳብካ ክኣቱ ይኽእል።",
			provider: "ካብ ሕጂ ናይ ካልእ ኣገልግሎት ሕሳብ ኣብ {host} ናብ ሕሳብካ ክኣቱ ይኽእል።",
			remove:   "ንስኻ እንተ ወሲኽካዮ ምንም ምግባር ኣየድልን። እንተዘይኮነ ኣብዚ ኣልግሶ እሞ ካብ ኩሉ ቦታ ውጻእ፦",
		},
	}
}
