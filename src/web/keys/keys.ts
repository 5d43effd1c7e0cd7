import { createCredential, listCredentialsOf, revokeCredentialOf } from '../../platform/credentials/credentials.ts';
import { EMPTY, type Filled, input } from '../http/fields.ts';
import { line } from '../http/form.ts';
import { type Html, html } from '../http/html.ts';
import { page, type View, type VisitorRequest } from '../http/page.ts';
import { shownKey } from '../http/shown-key.ts';
import { webhookSecretPart } from './webhook-secret-part.ts';

const MAX_LABEL = 60;

/** Where the owner makes and revokes the organization's keys of the dispatch API, and changes the webhook secret. */
export const keys = page({
  path: '/keys',
  summary: "The organization's API keys and webhook secret",
  access: 'owner',
  form: { label: line(MAX_LABEL), revoke: line(40) },
  async show(request) {
    return list(request, EMPTY);
  },
  async submit(request, { label, revoke }) {
    const { services, visitor, texts, origin } = request;
    const owner = { organizationId: visitor.organization.id, kind: 'dispatch', subject: null } as const;
    if (revoke !== '') {
      await services.database.transaction((tx) => revokeCredentialOf(tx, owner, revoke), { origin });
      return { redirect: '/keys' };
    }
    if (label === '')
      return { ...(await list(request, { values: {}, problems: { label: texts.fields.missing } })), status: 400 };
    const { key } = await services.database.transaction((tx) => createCredential(tx, { ...owner, label }), { origin });
    return list(request, EMPTY, shownKey(texts, texts.keys.made(label), key));
  },
});

async function list(request: VisitorRequest, filled: Filled, made: Html | false = false): Promise<View> {
  const { services, visitor, texts, language } = request;
  const { keys: words } = texts;
  const { organization } = visitor;
  const owner = { organizationId: organization.id, kind: 'dispatch', subject: null } as const;
  const found = await listCredentialsOf(services.database.reader, owner);
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: organization.timezone });
  const body = html`${made}
<p class="lead">${words.lead}</p>
<ul class="rows">${found.map(
    ({ id, label, created_at }) => html`
<li><span><b dir="auto">${label || words.unnamed}</b><small>${words.since(date.format(created_at))}</small></span><form method="post"><button class="second small" name="revoke" value="${id}" aria-label="${`${words.revoke}: ${label}`}">${words.revoke}</button></form></li>`,
  )}
</ul>
<form method="post">
${input(filled, { name: 'label', label: words.label, hint: words.labelHint, max: MAX_LABEL })}
<div class="actions"><button>${words.make}</button></div>
</form>
${await webhookSecretPart(request)}`;
  return { title: words.title, body };
}
