import { createCredential, listCredentialsOf, revokeCredentialOf } from '../../platform/credentials/credentials.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { hasShownAnew } from '../../platform/people/shown-anew.ts';
import { loadSessions } from '../../platform/sessions/access.ts';
import { doEndDevice } from '../../platform/sessions/actions.ts';
import { EMPTY, type Filled, input } from '../http/fields.ts';
import { type FormValues, line, verbatim } from '../http/form.ts';
import { type Html, html } from '../http/html.ts';
import { page, type View, type VisitorRequest } from '../http/page.ts';
import { shownKey } from '../http/shown-key.ts';

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
    if (isAsked && !(await hasShownAnew(services, session, { password, address }))) return question(request, values);
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

/** Asks who is there before anything is done, and brings along what was to be done. */
function question({ texts, visitor }: VisitorRequest, values: FormValues): View {
  const { anew: words } = texts.devices;
  const problems = values.password === '' ? {} : { password: texts.passwordChange.wrongOld };
  const body = html`<p class="lead">${words.lead}</p>
<form method="post">
${['end', 'endKey', 'client'].map((name) => html`<input type="hidden" name="${name}" value="${values[name]}">`)}
${
  visitor.person.passwordHash !== null &&
  html`<input type="hidden" name="username" autocomplete="username" value="${visitor.person.email ?? visitor.person.phone}">
${input({ values: {}, problems }, { name: 'password', label: texts.password.label, type: 'password', autocomplete: 'current-password', max: 1000, autofocus: true })}
<div class="actions"><button>${words.button}</button><a href="/account/devices">${texts.fields.back}</a></div>`
}
</form>
<p class="aside">${words.orSignIn} <a href="/sign-out">${texts.navigation.signOut}</a></p>`;
  return { title: words.title, body, status: 403 };
}

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
