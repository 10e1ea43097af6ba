// Who is signed in. The session is a cookie that scripts cannot read; what they may
// know of it the server says.

import { call } from './names.js';
import { Plylog } from './plylog.js';
import * as seats from './seats.js';

/** @typedef {{ mail: boolean, providers: { name: string, title: string }[], passkeys: boolean }} Ways to sign in */
/** @typedef {{ id?: string, name?: string, chosen?: boolean, address?: string, lang?: string, session?: any, next?: string, signin?: Ways }} Me */

export class Account {
  /** Under which name tabs tell each other that somebody signed in or out. */
  key = 'plylog.me';
  /** @type {Me} */
  me = {};

  /** @param {string} base the server's address @param {() => void} changed called when somebody else is signed in, or nobody any more @param {(text: string) => void} toast @param {() => void} renamed called when the bar is to say another name */
  constructor(base, changed, toast, renamed) {
    // What people press a button for is tried once: they see what came of it.
    this.plylog = new Plylog(base, { tries: 1 });
    this.changed = changed;
    this.toast = toast;
    this.renamed = renamed;
    this.known = this.#learn();
  }

  /** Asks the server again; the page is shown anew if somebody else is signed in now. */
  async load() {
    const was = this.me.id;
    await (this.known = this.#learn());
    if (this.me.id !== was) this.changed();
  }

  async #learn() {
    try {
      this.me = await this.plylog.me();
    } catch {
      return; // a page for guests is better than none
    }
    const { id, name } = this.me;
    seats.signedInAs(id);
    if (id && name) call(id, name);
    if (id === (localStorage.getItem(this.key) ?? undefined)) return;
    if (id) return (await import('./account/arrive.js')).arrive(this);
    localStorage.removeItem(this.key);
    seats.change((held) => { for (const [game, g] of Object.entries(held)) if (!g.first && !g.second) delete held[game]; }); // they were played signed in
  }

  /** One request about the account. @param {string} method @param {string} path behind /v1 @param {any} [body] */
  ask(method, path, body) { return this.plylog.ask(method, `/v1${path}`, { body }); }
}
