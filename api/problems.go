package api

import "net/http"

// problemKind is one type of problem: what never changes about it.
type problemKind struct {
	slug       string // behind problemPrefix, for ever
	status     int
	title      string
	retryAfter int    // seconds after which trying again makes sense; 0: it does not by itself
	text       string // what its page says
}

// The slugs that code outside the table speaks of.
const (
	badRequest        = "bad-request"
	badID             = "bad-id"
	badParameter      = "bad-parameter"
	unknownParameter  = "unknown-parameter"
	badHeader         = "bad-header"
	badField          = "bad-field"
	unknownField      = "unknown-field"
	unknownKind       = "unknown-kind"
	unknownCommand    = "unknown-command"
	badOption         = "bad-option"
	badBoard          = "bad-board"
	notAvailable      = "not-available"
	tokenInURL        = "token-in-url"
	tokenMissing      = "token-missing"
	tokenWrong        = "token-wrong"
	tokenRevoked      = "token-revoked"
	signedOut         = "signed-out"
	signInAgain       = "sign-in-again"
	scopeMissing      = "scope-missing"
	linkSpent         = "link-spent"
	codeWrong         = "code-wrong"
	tooManyTokens     = "too-many-tokens"
	adminOnly         = "admin-only"
	crossOrigin       = "cross-origin"
	notFound          = "not-found"
	noGame            = "no-such-game"
	noVersion         = "no-such-version"
	methodNotAllowed  = "method-not-allowed"
	notAcceptable     = "not-acceptable"
	conflict          = "conflict"
	gameOver          = "game-over"
	awaitingOpponent  = "awaiting-opponent"
	seatTaken         = "seat-taken"
	stale             = "stale"
	tooLarge          = "too-large"
	uriTooLong        = "uri-too-long"
	badMediaType      = "unsupported-media-type"
	illegalMove       = "illegal-move"
	keyReused         = "key-reused"
	damaged           = "damaged"
	upgradeRequired   = "upgrade-required"
	tooManyFeeds      = "too-many-feeds"
	rateLimited       = "rate-limited"
	internal          = "internal"
	unavailable       = "unavailable"
	starting          = "starting"
	stopping          = "stopping"
	busy              = "busy"
	storageFull       = "storage-full"
	storageFailed     = "storage-failed"
	rebuildInProgress = "rebuild-in-progress"
)

// The same of ways to sign in.
const (
	providerUnavailable = "provider-unavailable"
	providerRefused     = "provider-refused"
	passkeyRefused      = "passkey-refused"
	signInStale         = "sign-in-stale"
	joinSignedIn        = "join-signed-in"
	methodTaken         = "method-taken"
	tooManyMethods      = "too-many-methods"
	lastMethod          = "last-method"
)

// problems is the closed set of types, by status.
var problems = []problemKind{
	{badRequest, http.StatusBadRequest, "The request is malformed", 0,
		"The body or the path is not what this address reads. The detail says what is wrong with it. Nothing happened."},
	{badID, http.StatusBadRequest, "That is not an id", 0,
		"Ids of games and commands are the 36 characters of a UUID in lower case, as in 0199f1c2-7d3a-7cc0-8f00-0123456789ab; those of players are p_ and letters and digits. Nothing was looked up."},
	{badParameter, http.StatusBadRequest, "A query parameter is wrong", 0,
		"The field names the parameter and the detail says which values it takes. A parameter may stand in a query once."},
	{unknownParameter, http.StatusBadRequest, "Nobody reads that query parameter", 0,
		"The field names a parameter that this address does not know. It is refused so that a misspelt one does not pass for one that was obeyed."},
	{badHeader, http.StatusBadRequest, "A header is wrong", 0,
		"The field names the header and the detail says how it is written."},
	{badField, http.StatusBadRequest, "A field of the body is wrong", 0,
		"The field names what is missing or wrong in the JSON body and the detail says what is wanted."},
	{unknownField, http.StatusBadRequest, "Nobody reads that field", 0,
		"The body has a field that does not belong to this command. What the server decides itself (who acts, when, at which version) is never taken from a body."},
	{unknownKind, http.StatusBadRequest, "There is no such game to play", 0,
		"GET /v1/kinds lists the kinds of games that are offered."},
	{unknownCommand, http.StatusBadRequest, "There is no such command", 0,
		"The type of a command is one of those that the detail lists."},
	{badOption, http.StatusBadRequest, "An option of the game is wrong", 0,
		"GET /v1/kinds lists the options of every kind with their ranges and defaults."},
	{badBoard, http.StatusBadRequest, "That is not a board of this game", 0,
		"The position to start from could not be read, or could not stand. GET /v1/kinds shows the start board of every kind in its own notation."},
	{notAvailable, http.StatusBadRequest, "This server does not offer that", 0,
		"What was asked for has a place in the interface, and this version of the server does not do it."},
	{tokenInURL, http.StatusBadRequest, "A token does not belong into a URL", 0,
		"URLs end up in logs and histories. Send the token in the header: Authorization: Bearer plylog_seat_…"},
	{tokenMissing, http.StatusUnauthorized, "This needs a seat token", 0,
		"Send the token that creating or joining the game handed out: Authorization: Bearer plylog_seat_… Who is signed in acts on the seats on which they sit."},
	{tokenRevoked, http.StatusUnauthorized, "That API token is not good", 0,
		"It is none that this server made, or it was revoked, or its time is over. Whoever holds the account makes a new one."},
	{signedOut, http.StatusUnauthorized, "This needs somebody who is signed in", 0,
		"Nobody is signed in, or not any more. GET /v1/me says how one can sign in. Seat tokens are not enough: they are about one game."},
	{signInAgain, http.StatusForbidden, "Sign in again first", 0,
		"What cannot be undone wants a sign-in of the last 15 minutes."},
	{providerRefused, http.StatusForbidden, "The provider did not vouch for you", 0,
		"You did not go on there, or what the provider said could not be taken. Nothing happened; begin again."},
	{passkeyRefused, http.StatusForbidden, "The passkey was not taken", 0,
		"No account here has this passkey, or what was signed with it is not what was asked for. Nobody was signed in."},
	{scopeMissing, http.StatusForbidden, "The token does not allow that", 0,
		"An API token allows what its scopes say: games:read, games:play, games:create, audit:read, admin. What is about the account itself takes a session."},
	{tokenWrong, http.StatusForbidden, "That token holds no seat in this game", 0,
		"The token is well formed but proves no seat in this game: it belongs to another game, or somebody else sits there now."},
	{"not-invited", http.StatusForbidden, "The seat is kept for somebody else", 0,
		"Whoever created the game invited another player to this seat."},
	{adminOnly, http.StatusForbidden, "Only an administrator may do that", 0,
		"Games are adjudicated, paused and closed by those who run the server. What came with the request is not an administrator's."},
	{crossOrigin, http.StatusForbidden, "Sent by a page from elsewhere", 0,
		"A browser sent this for a page of another origin. What changes something is taken from the server's own pages and from programs."},
	{notFound, http.StatusNotFound, "There is nothing at this address", 0,
		"No address of the interface is spelt like that."},
	{noGame, http.StatusNotFound, "There is no such game", 0,
		"No game has that id. A private game answers like this to everybody who holds no seat in it."},
	{noVersion, http.StatusNotFound, "The game has not come that far", 0,
		"The game has fewer events than the version that was asked for."},
	{methodNotAllowed, http.StatusMethodNotAllowed, "That method is not for this address", 0,
		"The Allow header lists the methods of this address."},
	{notAcceptable, http.StatusNotAcceptable, "Not in that form", 0,
		"The Accept header asks for a form in which this address has nothing to give."},
	{conflict, http.StatusConflict, "Lost a race", 1,
		"Others wrote to the game at the same time, again and again. Nothing was stored; the same command may be sent again."},
	{gameOver, http.StatusConflict, "The game is over", 0,
		"A game that has ended takes no commands."},
	{awaitingOpponent, http.StatusConflict, "Nobody sits on the other seat", 0,
		"The game begins when somebody joins it."},
	{"awaiting-anchor", http.StatusConflict, "An anchor is awaited", 0,
		"With shared dice the game begins when both seats have put the anchors of their dice chains on record, by a join with an anchor, or have waived."},
	{seatTaken, http.StatusConflict, "The seat is taken", 0,
		"Somebody sits there already."},
	{"not-your-turn", http.StatusConflict, "It is not your turn", 0,
		"The game waits for the other seat."},
	{"no-offer", http.StatusConflict, "There is no such offer to answer", 0,
		"An offer can be answered by the opponent of who made it, until the opponent moves."},
	{"game-begun", http.StatusConflict, "Both have moved", 0,
		"A game in which both have moved is resigned, not aborted."},
	{"no-takeback", http.StatusConflict, "There is nothing to take back", 0,
		"A turn is taken back before the game has gone on too far from it, and never where the rules of the game speak against it. The detail says which."},
	{"time-up", http.StatusConflict, "The time is up", 0,
		"The clock of the seat on turn had run out when the command arrived."},
	{"too-early", http.StatusConflict, "It is too early for that", 0,
		"The detail says from when on it can be asked for."},
	{"not-over", http.StatusConflict, "The game is not over", 0,
		"The next game of a series follows when this one has ended."},
	{"answer-first", http.StatusConflict, "An offer stands", 0,
		"The offer on the table is answered before another is made."},
	{"game-paused", http.StatusConflict, "The game stands still", 0,
		"An administrator has paused the game. Its time stands still, and it takes nobody's commands until it goes on; the game's state says since when and why."},
	{"not-paused", http.StatusConflict, "The game does not stand still", 0,
		"Only a game that is paused goes on again."},
	{"not-damaged", http.StatusConflict, "The game is not damaged", 0,
		"Only a game whose log does not agree with itself or its rules is closed. A sound one can be adjudicated."},
	{stale, http.StatusPreconditionFailed, "The game went on", 0,
		"If-Match named a version that the game has left behind. The version says where it is now, the Link header where the missed events are."},
	{linkSpent, http.StatusGone, "The link is not good any more", 0,
		"A link signs in once, within 15 minutes, and its code takes five tries. Ask for a new one. In the browser that asked for it, whoever used it is signed in."},
	{codeWrong, http.StatusUnprocessableEntity, "That is not the code", 0,
		"The six digits are those that the browser shows in which the link was opened. After five tries the link is worth nothing."},
	{signInStale, http.StatusGone, "This sign-in is not good any more", 0,
		"What was begun in a browser is finished in the same browser, once, within a few minutes. Begin again."},
	{joinSignedIn, http.StatusConflict, "An account has your address already", 0,
		"Somebody signed in by mail with the address that the provider names. If that is you: sign in by mail, and add the provider to your account then."},
	{methodTaken, http.StatusConflict, "That signs in to another account", 0,
		"One account at a provider, or one passkey, signs in to one account here. Remove it there first."},
	{tooManyMethods, http.StatusConflict, "Too many ways to sign in", 0,
		"An account has at most 10 passkeys and 10 accounts at providers. Remove one that is not used."},
	{lastMethod, http.StatusConflict, "Nothing would be left to sign in with", 0,
		"The last way to sign in stays. Add another one first, or erase the account."},
	{tooManyTokens, http.StatusConflict, "Too many API tokens", 0,
		"An account has at most 50 API tokens. Revoke one that is not used."},
	{tooLarge, http.StatusRequestEntityTooLarge, "Too large", 0,
		"A command is a few dozen bytes; the detail says where the limit is."},
	{uriTooLong, http.StatusRequestURITooLong, "The address is too long", 0,
		"No address of the interface is that long."},
	{badMediaType, http.StatusUnsupportedMediaType, "Send JSON", 0,
		"Bodies are JSON in UTF-8, uncompressed: Content-Type: application/json"},
	{illegalMove, http.StatusUnprocessableEntity, "The rules do not allow this move", 0,
		"The rule, a stable code and the detail say why; legal lists what the seat can play now (at most 200 moves), candidates what an ambiguous spelling may have meant. Nothing happened: the version and the side to move are what they were."},
	{"not-offered", http.StatusUnprocessableEntity, "This kind of game does not have it", 0,
		"Cube, dice, draws by agreement and claims exist in some kinds of games only."},
	{"dice", http.StatusUnprocessableEntity, "Those dice cannot be taken", 0,
		"Dice are rolled by the server, never by a client, but for games with recorded dice, in which a roll brings two dice of 1 to 6."},
	{"dice-share-invalid", http.StatusUnprocessableEntity, "That is not the share of the dice that is awaited", 0,
		"With shared dice a command that hands the roll over, and the roll itself, bring the seat's share of the next roll: shared in the game's state says which. A missing or wrong one changes nothing, and the clock runs on."},
	{"dice-spent", http.StatusUnprocessableEntity, "The dice chains are used up", 0,
		"Dice chains are good for 1,024 rolls. The game can be resigned or aborted."},
	{keyReused, http.StatusUnprocessableEntity, "The command id was used before", 0,
		"The same id with the same content is the same command and is answered again; with another content it is a mistake. Make a new id for every command."},
	{damaged, http.StatusLocked, "The game is damaged", 0,
		"The stored events of this game do not agree with its rules or its hash chain. It takes no commands; others play on. Whoever runs the server has been told."},
	{upgradeRequired, http.StatusUpgradeRequired, "This address speaks WebSocket", 0,
		"Open it as a WebSocket (RFC 6455) with the subprotocol plylog.v1. GET /v1/feed gives the same records over plain HTTP."},
	{tooManyFeeds, http.StatusTooManyRequests, "Too many open feeds", 5,
		"As many feeds are open as one player, or one address without a seat, may have. Close one, or follow several games on one connection: GET /v1/feed."},
	{rateLimited, http.StatusTooManyRequests, "Too many requests", 1,
		"The RateLimit-Policy header says how many are taken, RateLimit how many are left, Retry-After when to come back. Feeds tell what happens without being asked again. Nothing happened."},
	{internal, http.StatusInternalServerError, "Something went wrong inside", 0,
		"The fault is the server's. The instance names the entry in its log."},
	{providerUnavailable, http.StatusServiceUnavailable, "The provider does not answer", 5,
		"It is not at fault who wanted to sign in. Try again soon, or sign in another way: GET /v1/me says how."},
	{unavailable, http.StatusServiceUnavailable, "The log does not answer", 1,
		"Whether the command was stored is not known. Sent again under the same command id it is stored once."},
	{starting, http.StatusServiceUnavailable, "The server is starting", 1,
		"It is reading its log and will answer soon."},
	{stopping, http.StatusServiceUnavailable, "The server is stopping", 2,
		"It takes no new commands and ends its feeds. Another one, or the next one, will answer."},
	{busy, http.StatusServiceUnavailable, "The server has no room for another feed", 5,
		"As many feeds are open as the server is set to hold."},
	{storageFull, http.StatusInsufficientStorage, "The store is full", 60,
		"There is no space for another event. Nothing was stored."},
	{storageFailed, http.StatusServiceUnavailable, "The disk failed a write", 5,
		"The disk failed while an event was written; the server ends and has to be started again. Whether the event was stored shows then: sent again under its Idempotency-Key it is one event."},
	{rebuildInProgress, http.StatusConflict, "A rebuild is under way", 0,
		"One rebuild runs at a time."},
}

// kindOf finds a type by its slug. A slug outside the table is the program's own
// mistake and answered as such.
func kindOf(slug string) *problemKind {
	for i := range problems {
		if problems[i].slug == slug {
			return &problems[i]
		}
	}
	return kindOf(internal)
}
