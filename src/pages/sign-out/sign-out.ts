import { doEndSession } from '../../platform/sessions/actions.ts';
import { emptyCookie } from '../../platform/sessions/cookie.ts';
import { html } from '../http/html.ts';
import { page } from '../http/page.ts';

/** Page that signs out of this browser. */
export const signOut = page({
  path: '/sign-out',
  summary: 'Sign this browser out',
  access: 'anyone',
  async show({ texts: { signOut: words }, visitor }) {
    if (!visitor) return { redirect: '/sign-in' };
    const body = html`<p>${words.question}</p>
<form method="post"><div class="actions"><button>${words.button}</button><a href="/account">${words.devices}</a></div></form>`;
    return { title: words.title, body };
  },
  async submit({ services, visitor, origin }) {
    if (visitor) await services.database.transaction((tx) => doEndSession(tx, visitor.session), { origin });
    return { redirect: '/sign-in?said=signedOut', setCookie: emptyCookie(services) };
  },
});
