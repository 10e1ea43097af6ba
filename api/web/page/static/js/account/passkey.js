// Signing in by a passkey, and adding one to an account.

import { create, get, possible } from '../passkeys.js';

export { possible };

/** Signs in; the answer is who is signed in. @param {import('../account.js').Account} account @param {string} next */
export async function signIn(account, next) {
  const { publicKey } = await account.ask('POST', '/signin/passkey/challenge');
  return account.ask('POST', '/signin/passkey', { credential: await get(publicKey), next });
}

/** Adds one. @param {import('../account.js').Account} account @param {string} name */
export async function add(account, name) {
  const { publicKey } = await account.ask('POST', '/me/passkeys/challenge');
  return account.ask('POST', '/me/passkeys', { name, credential: await create(publicKey) });
}

/** Whether nobody went on, or this device has one already. @param {unknown} err */
export const dropped = (err) => err instanceof DOMException && ['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(err.name);
