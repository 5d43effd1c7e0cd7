import { createCredential, listCredentialsOf, revokeCredentialOf } from '../../platform/credentials/credentials.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { hasShownAnew } from '../../platform/people/shown-anew.ts';
import { loadSessions } from '../../platform/sessions/access.ts';
import { doEndDevice } from '../../platform/sessions/actions.ts';
import { EMPTY, type Filled, input } from '../http/fields.ts';
import { line, verbatim } from '../http/form.ts';
import { type Html, html } from '../http/html.ts';
import { page, type View, type VisitorRequest } from '../http/page.ts';
import { shownKey } from '../http/shown-key.ts';
import { confirmAnew } from './confirm-anew.ts';

const MAX_LABEL = 60;

/** Page that lists one's own browsers and clients, ends them, and creates a key for another client. */
export const devices = page({
  path: '/account/devices',
  summary: 'Manage your browsers and clients: list them, sign them out, create a key for a client',
  access: 'signed in',
  form: { end: line(40), endKey: line(40), client: line(MAX_LABEL), password: verbatim(1000) },
  async show(request) {
    return list(request, EMPTY);
  },
  async submit(request, values) {
    const { services, visitor, texts, origin, address } = request;
    const { session, accounts, organization, person } = visitor;
    const { database } = services;
    const { end, endKey, client, password } = values;
    const isAsked = end !== '' || endKey !== '' || client !== '';
    if (isAsked && !(await hasShownAnew(services, session, { password, address })))
      return confirmAnew(request, values, { names: ['end', 'endKey', 'client'], back: '/account/devices' });
    if (end !== '') {
      await database.transaction((tx) => doEndDevice(tx, session, end), { origin });
      return { redirect: '/account/devices' };
    }
    const { chat } = accounts;
    if (!chat) return { redirect: '/account/devices' };
    const owner = { organizationId: organization.id, kind: 'chat', subject: String(chat.userId) } as const;
    if (endKey !== '') {
      await database.transaction((tx) => revokeCredentialOf(tx, owner, endKey), { origin });
      return { redirect: '/account/devices' };
    }
    if (client === '')
      return { ...(await list(request, { values: {}, problems: { client: texts.fields.missing } })), status: 400 };
    const { key } = await database.transaction((tx) => createCredential(tx, { ...owner, label: client }), {
      origin,
    });
    const { made } = texts.devices;
    const url = await organizationUrl(services, organization.id);
    return list(request, EMPTY, shownKey(texts, made({ client, email: person.email ?? '', site: url }), key));
  },
});

async function list(request: VisitorRequest, filled: Filled, made: Html | false = false): Promise<View> {
  const { services, visitor, texts, now } = request;
  const { devices: words } = texts;
  const { reader } = services.database;
  const { session, accounts, organization } = visitor;
  const browsers = await loadSessions(reader, session, now);
  const subject = accounts.chat && String(accounts.chat.userId);
  const keys =
    subject === undefined
      ? []
      : await listCredentialsOf(reader, { organizationId: organization.id, kind: 'chat', subject });
  const date = new Intl.DateTimeFormat(request.language, { dateStyle: 'medium', timeZone: organization.timezone });
  const body = html`${made}
<h2>${words.browsers}</h2>
<ul class="rows">${browsers.map(
    ({ id, label, usedAt }) => html`
<li><span><b>${label}</b><small>${id === session.credentialId ? words.thisOne : words.used({ date: date.format(usedAt) })}</small></span>${
      id !== session.credentialId && endButton('end', id, words.signOut, label)
    }</li>`,
  )}
</ul>
${
  subject !== undefined &&
  html`<h2>${words.clients}</h2>
<ul class="rows">${keys.map(
    ({ id, label, created_at, used_at }) => html`
<li><span><b dir="auto">${label || words.unnamed}</b><small>${words.since({ date: date.format(created_at) })}${used_at && ` · ${words.used({ date: date.format(used_at) })}`}</small></span>${endButton('endKey', id, words.revoke, label)}</li>`,
  )}
</ul>
<form method="post">
${input(filled, { name: 'client', label: words.client, hint: words.clientHint, max: MAX_LABEL })}
<div class="actions"><button>${words.make}</button><a href="/account">${texts.fields.back}</a></div>
</form>`
}`;
  return { title: words.title, body };
}

function endButton(name: string, id: string, text: string, label: string): Html {
  return html`<form method="post"><button class="second small" name="${name}" value="${id}" aria-label="${`${text}: ${label}`}">${text}</button></form>`;
}
