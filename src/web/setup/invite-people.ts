import { EMPTY, type Filled, textArea } from '../http/fields.ts';
import { line, lines } from '../http/form.ts';
import { type Html, html } from '../http/html.ts';
import { page, type VisitorRequest } from '../http/page.ts';
import { goOn, stepView } from './step-view.ts';

const MAX_TEXT = 20_000;
/** An address wherever it stands: in a list, in a table's column, after a name. */
const ADDRESSES = /[^\s,;<>"'()]+@[^\s,;<>"'()]+/g;

/** Where people are invited, by addresses in whatever form they are at hand, or by a link. */
export const invitePeople = page({
  path: '/welcome/people',
  summary: 'Set-up: invite people',
  access: 'administrator',
  form: { addresses: lines(MAX_TEXT), link: line(3) },
  async show(request) {
    return view(request, EMPTY);
  },
  async submit(request, { addresses, link }) {
    const { visitor, texts } = request;
    const { people: words } = texts.steps;
    const offer = { stream_ids: [], include_realm_default_subscriptions: true };
    if (link !== '') {
      const { isOk, json, message } = await visitor.api('POST /api/v1/invites/multiuse', offer);
      if (!isOk) return refused(request, addresses, message);
      return view(
        request,
        EMPTY,
        html`<div class="done" role="status"><p>${words.link}</p><p><code class="key" dir="ltr">${json.invite_link}</code></p></div>`,
      );
    }
    const found = addresses.match(ADDRESSES) ?? [];
    if (found.length === 0) return refused(request, addresses, undefined, words.none);
    const answer = await visitor.api('POST /api/v1/invites', { ...offer, invitee_emails: found.join(',') });
    if (answer.isOk) return goOn(request, 'people');
    const errors = (answer.json.errors ?? []) as [address: string, reason: string][];
    const why = errors.map(([address, reason]) => `${address}: ${reason}`);
    return refused(
      request,
      errors.map(([address]) => address).join('\n') || addresses,
      [answer.message, ...why].join(' '),
    );
  },
});

async function refused(request: VisitorRequest, addresses: string, whole?: string, problem?: string) {
  const filled = { values: { addresses }, problems: { '': whole, addresses: problem } };
  return { ...(await view(request, filled)), status: 400 };
}

function view(request: VisitorRequest, filled: Filled, made: Html | false = false) {
  const { people } = request.texts.steps;
  const area = textArea(filled, {
    name: 'addresses',
    label: people.addresses,
    hint: people.hint,
    max: MAX_TEXT,
    rows: 5,
  });
  const byLink = html`<h2>${people.byLink}</h2>
<p>${people.byLinkLead}</p>
${made}
<form method="post"><div class="actions"><button class="second" name="link" value="yes">${people.makeLink}</button></div></form>`;
  return stepView(request, 'people', filled, area, byLink);
}
