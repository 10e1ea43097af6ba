// Passkeys: what the server asks goes to the browser, and what the browser makes of it
// goes back. JSON has no bytes, so both sides write them as base64url
// (WebAuthn level 3, section 5.1). Newer browsers can do that themselves; this is for
// all of them.

/** Whether this browser has passkeys at all. */
export const possible = () => 'credentials' in navigator && 'PublicKeyCredential' in globalThis;

/** @param {string} text */
function bytes(text) {
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function text(buffer) {
  let s = '';
  for (const b of new Uint8Array(buffer)) s += String.fromCharCode(b);
  return btoa(s).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** @param {any[]} [list] */
const named = (list = []) => list.map((c) => ({ ...c, id: bytes(c.id) }));

/** @param {any} made @param {Record<string, any>} response */
const sent = (made, response) => ({
  id: made.id, rawId: text(made.rawId), type: made.type, response,
  authenticatorAttachment: made.authenticatorAttachment ?? undefined, clientExtensionResults: {},
});

/**
 * Makes a passkey, and returns the credential for POST /v1/me/passkeys. Throws what the
 * browser throws: NotAllowedError where nobody went on, InvalidStateError where this
 * device has one already.
 * @param {any} publicKey of POST /v1/me/passkeys/challenge
 */
export async function create(publicKey) {
  const made = /** @type {any} */ (await navigator.credentials.create({
    publicKey: {
      ...publicKey, challenge: bytes(publicKey.challenge), user: { ...publicKey.user, id: bytes(publicKey.user.id) },
      excludeCredentials: named(publicKey.excludeCredentials),
    },
  }));
  return sent(made, {
    clientDataJSON: text(made.response.clientDataJSON), attestationObject: text(made.response.attestationObject),
    transports: made.response.getTransports?.() ?? [],
  });
}

/**
 * Proves by a passkey, and returns the credential for POST /v1/signin/passkey. Throws
 * what the browser throws: NotAllowedError where nobody went on.
 * @param {any} publicKey of POST /v1/signin/passkey/challenge
 */
export async function get(publicKey) {
  const made = /** @type {any} */ (await navigator.credentials.get({
    publicKey: { ...publicKey, challenge: bytes(publicKey.challenge), allowCredentials: named(publicKey.allowCredentials) },
  }));
  return sent(made, {
    clientDataJSON: text(made.response.clientDataJSON), authenticatorData: text(made.response.authenticatorData),
    signature: text(made.response.signature), userHandle: text(made.response.userHandle ?? new ArrayBuffer(0)),
  });
}
