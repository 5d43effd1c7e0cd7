import { findByHost } from '../../platform/organizations/hosts.ts';
import { type Filled, input } from '../http/fields.ts';
import { line } from '../http/form.ts';
import { html } from '../http/html.ts';
import { ownPath } from '../http/own-path.ts';
import { type PageRequest, page, type View } from '../http/page.ts';

/** A host name has no more. */
const MAX_HOST = 253;

/**
 * Page on which a visitor of the server's own address names an organization. Organizations are not listed: who has an
 * account on a server is not public. The result is a link, because a form's policy (`form-action`) keeps its redirects
 * here.
 */
export const chooseOrganization = page({
  path: '/organization',
  summary: 'Choose an organization, if several share the address',
  access: 'anyone',
  form: { organization: line(MAX_HOST), to: line(1000) },
  async show(request) {
    const to = ownPath(request.query.get('to'));
    return request.isOfSeveral ? form(request, { values: { to }, problems: {} }) : { redirect: to };
  },
  async submit(request, { organization, to }) {
    const { services, texts } = request;
    const values = { organization, to: ownPath(to) };
    if (!request.isOfSeveral) return { redirect: values.to };
    const found = await findByHost(services, organization);
    const { organization: words } = texts;
    if (!found) return { ...form(request, { values, problems: { organization: words.unknown } }), status: 404 };
    return {
      title: words.foundTitle,
      body: html`<p><code class="address" dir="ltr">${new URL(found.url).host}</code></p>
<div class="actions"><a class="button" href="${found.url}${values.to}" dir="auto">${words.goThere({ organization: found.name })}</a></div>`,
    };
  },
});

function form({ services, texts: { organization: words } }: PageRequest, filled: Filled): View {
  const { hostname } = new URL(services.publicUrl());
  const body = html`<p class="lead">${words.lead}</p>
<form method="post" action="/organization">
<input type="hidden" name="to" value="${filled.values.to}">
${input(filled, { name: 'organization', label: words.address, hint: words.hint({ host: hostname }), autocomplete: 'off', max: MAX_HOST, autofocus: true })}
<div class="actions"><button>${words.button}</button></div>
</form>`;
  return { title: words.title, body };
}
