// Signing in: by a link that comes by mail, with a provider, or with a passkey. A link
// leads here with its token behind the #, which no server sees; nothing is done with it
// before somebody presses the button.

import { button, h, icon, put } from '../dom.js';
import { bring, language, t } from '../i18n.js';
import { Problem } from '../plylog.js';
import * as passkey from '../account/passkey.js';
import { slate } from '../account/slate.js';
import { refused } from '../account/words.js';
import { why } from '../why.js';
import { text } from '../lobby/fields.js';

/** @type {import('../app.js').View} */
export async function view(page) {
  await Promise.all([bring('account'), page.account.known]);
  if (page.left.aborted) return;
  page.title(t('nav.signin'));
  page.main.className = 'sign';
  const box = h('div', { class: 'box' });
  put(page.main, slate(), h('div', { class: 'pane' }, box));
  new SignIn(page, box).begin();
}

class SignIn {
  /** @param {import('../app.js').Page} page @param {HTMLElement} box */
  constructor(page, box) {
    this.page = page;
    this.account = page.account;
    this.box = box;
    this.next = page.query.get('next') ?? '/';
    this.refused = refused(page.query);
  }

  begin() {
    const token = location.hash.slice(1);
    token ? this.link(token) : this.form();
  }

  /** @param {string} title @param {any} text @param {any[]} more */
  show(title, text, ...more) {
    const head = h('h1', { tabindex: '-1' }, title);
    put(this.box, h('div', null, head, h('p', { class: 'muted' }, text)), more);
    if (this.shown) head.focus({ preventScroll: true }); // what was pressed is gone
    this.shown = true;
    this.refused = undefined;
  }

  /** A form that does one thing, once at a time. @param {any[]} fields @param {string} label @param {string} name of an icon @param {() => Promise<void>} act */
  once(fields, label, name, act) {
    const wrong = h('p', { class: 'wrong', role: 'alert' });
    const send = h('button', { type: 'submit', class: 'btn pri wide' }, name && icon(name), h('span', null, label));
    return h('form', { class: 'form', novalidate: true, on: { submit: async (e) => {
      e.preventDefault();
      if (send.disabled) return;
      send.disabled = true;
      put(wrong);
      try {
        await act();
      } catch (err) {
        put(wrong, await why(err));
      } finally {
        send.disabled = false;
      }
    } } }, fields, wrong, send);
  }

  /** How one can sign in here. */
  form() {
    const { account } = this, { me } = account;
    const ways = me.signin ?? { mail: false, providers: [], passkeys: false };
    const address = text(t('signin.address'), '', { type: 'email', autocomplete: 'email', inputmode: 'email', max: 254, dir: 'ltr' });
    const mail = ways.mail && this.once([address.el], t('signin.send'), 'mail', async () => {
      address.refuse(undefined);
      try {
        const { minutes } = await account.ask('POST', '/signin', { address: address.value, lang: language(), next: this.next });
        this.sent(address.value, minutes);
      } catch (err) {
        if (!(err instanceof Problem && err.field === 'address')) throw err;
        address.refuse(t('signin.addressWrong'));
      }
    });
    const others = [
      ...ways.providers.map((p) => h('a', { class: 'btn wide', href: `/v1/signin/${encodeURIComponent(p.name)}?${new URLSearchParams({ next: this.next, lang: language() })}` }, t('signin.provider', { name: p.title }))),
      ways.passkeys && passkey.possible() && this.passkey(),
    ].filter(Boolean);
    const any = mail || others.length;
    this.show(t('nav.signin'), any ? t('signin.text') : t('signin.none'), this.refused,
      me.id && h('div', { class: 'note' }, icon('person'), h('b', null, t('signin.already', { name: `\u2068${me.name}\u2069` })), h('span'), h('p', null, h('a', { href: '/me' }, t('me.title')))),
      mail, mail && others.length > 0 && h('div', { class: 'or' }, t('signin.or')),
      h('div', { class: 'form' }, others, h('a', { class: 'btn quiet wide', href: '/' }, t('signin.guest'))),
      h('p', { class: 'xs muted' }, t('signin.privacy')));
  }

  passkey() {
    const wrong = h('p', { class: 'wrong', role: 'alert' });
    const b = button(t('signin.passkey'), { icon: 'lock', cls: 'wide', on: { click: async () => {
      b.disabled = true;
      put(wrong);
      try {
        await this.done(await passkey.signIn(this.account, this.next));
      } catch (err) {
        put(wrong, passkey.dropped(err) ? t('signin.passkeyNone') : await why(err));
      } finally {
        b.disabled = false;
      }
    } } });
    return [b, wrong];
  }

  /** The letter is on its way. @param {string} address @param {number} minutes */
  sent(address, minutes) {
    const code = text(t('signin.code'), '', { inputmode: 'numeric', autocomplete: 'one-time-code', max: 12, dir: 'ltr', cls: 'code', help: t('signin.codeHelp') });
    this.show(t('signin.sent'), t('signin.sentText', { address: `\u2068${address}\u2069`, minutes }),
      this.once([code.el], t('signin.codeSend'), '', async () => {
        code.refuse(undefined);
        const digits = code.value.replaceAll(/\D/g, '');
        if (digits.length !== 6) return code.refuse(t('signin.codeForm'));
        try {
          await this.done(await this.account.ask('POST', '/signin/confirm', { code: digits }));
        } catch (err) {
          if (!(err instanceof Problem)) throw err;
          if (err.slug === 'link-spent') return this.spent();
          if (err.slug !== 'code-wrong') throw err;
          const left = Number(/\d+$/.exec(err.message)?.[0]);
          if (left === 0) return this.spent();
          code.value = '';
          code.refuse(t('signin.codeWrong', { left }));
        }
      }),
      h('div', null, button(t('signin.another'), { cls: 'quiet wide', on: { click: () => this.form() } })));
  }

  /** Somebody followed a link, or something that reads letters did. @param {string} token */
  link(token) {
    this.show(t('signin.link'), t('signin.linkText'), this.once([], t('signin.linkAct'), '', async () => {
      try {
        const said = await this.account.ask('POST', '/signin/confirm', { token });
        history.replaceState(null, '', '/signin');
        if (said.code) this.elsewhere(said.code);
        else await this.done(said);
      } catch (err) {
        if (!(err instanceof Problem && (err.slug === 'link-spent' || err.status === 400))) throw err;
        history.replaceState(null, '', '/signin');
        this.spent();
      }
    }));
  }

  /** The link was asked for in another browser, which is told by a code. @param {string} code */
  elsewhere(code) {
    this.show(t('signin.elsewhere'), t('signin.elsewhereText'), h('output', { class: 'big num', 'aria-label': [...code].join(' ') }, `${code.slice(0, 3)} ${code.slice(3)}`),
      h('p', { class: 'sm muted' }, t('signin.elsewhereNot')));
  }

  /** A link that does nothing any more. */
  spent() {
    this.show(t('signin.spent'), t('signin.spentText'), button(t('signin.again'), { cls: 'pri wide', icon: 'mail', on: { click: () => this.form() } }));
  }

  /** @param {import('../account.js').Me} me */
  async done(me) {
    // Whoever was signed in before is not any more; what this browser holds is claimed.
    history.replaceState(null, '', me.next ?? this.next);
    const { id } = this.account.me;
    await this.account.load();
    if (this.account.me.id === id) this.page.go(location.pathname);
  }
}
