import { EMPTY, type Filled, filePicker, textArea } from '../http/fields.ts';
import { line, lines, textFile } from '../http/form.ts';
import { type Html, html } from '../http/html.ts';
import { page, type VisitorRequest } from '../http/page.ts';
import { chatSentence, refusalSentence } from '../http/refusals.ts';
import { goOn, stepView } from './step-view.ts';

const MAX_TEXT = 20_000;
const MAX_FILE = 200_000;
/** Separators between addresses in a list, in a table's columns, or around a name. */
const BETWEEN = /[\s,;<>"'()]+/;
const OFFER = { stream_ids: [], include_realm_default_subscriptions: true };

/** Page that invites people, by addresses in any common format including a table's file, or by a link. */
export const invitePeople = page({
  path: '/welcome/people',
  summary: 'Set-up: invite people',
  access: 'administrator',
  form: { addresses: lines(MAX_TEXT), table: textFile(MAX_FILE), link: line(3) },
  async show(request) {
    return view(request, EMPTY);
  },
  async submit(request, { addresses, table, link }) {
    const { visitor, texts } = request;
    if (link !== '') return makeLink(request, addresses);
    const found = addressesIn(`${addresses}\n${table}`);
    if (found.length === 0) return refused(request, addresses, { addresses: texts.steps.people.none });
    const answer = await visitor.api('POST /api/v1/invites', { ...OFFER, invitee_emails: found.join(',') });
    if (answer.isOk) return goOn(request, 'people');
    const errors = (answer.json.errors ?? []) as [address: string, reason: string][];
    const why = errors.map(([address, reason]) => `${address}: ${chatSentence(texts, reason).replace(/\.$/, '')}.`);
    const whole = [refusalSentence(texts, answer), ...why].join(' ');
    // Sent invitations must not be sent again; unsent ones must not be retyped.
    const left = answer.json.sent_invitations === true ? errors.map(([address]) => address) : found;
    return refused(request, left.join('\n'), { '': whole });
  },
});

/**
 * Addresses wherever they stand. In one pass: one pattern for the whole (`name@host`) would begin anew at each character of
 * a long word, and 100,000 letters without an at sign would hold the process for a minute.
 */
function addressesIn(text: string): string[] {
  return text.split(BETWEEN).filter((word) => word.slice(1, -1).includes('@'));
}

async function makeLink(request: VisitorRequest, addresses: string) {
  const { visitor, texts } = request;
  const answer = await visitor.api('POST /api/v1/invites/multiuse', OFFER);
  if (!answer.isOk) return refused(request, addresses, { '': refusalSentence(texts, answer) });
  const made = html`<div class="done" role="status"><p>${texts.steps.people.link}</p><p data-copy="${texts.fields.copy}" data-copied="${texts.fields.copied}"><code class="key" dir="ltr">${answer.json.invite_link}</code></p></div>`;
  return view(request, EMPTY, made);
}

async function refused(request: VisitorRequest, addresses: string, problems: Filled['problems']) {
  return { ...(await view(request, { values: { addresses }, problems })), status: 400 };
}

function view(request: VisitorRequest, filled: Filled, made: Html | false = false) {
  const { people } = request.texts.steps;
  const { addresses: label, hint, table, tableHint } = people;
  const fields = html`${textArea(filled, { name: 'addresses', label, hint, max: MAX_TEXT, rows: 5, optional: true })}
${filePicker(filled, { name: 'table', label: table, hint: tableHint, accept: '.csv,.txt,.tsv,text/csv,text/plain' })}`;
  const extra = html`<h2>${people.byLink}</h2>
<p>${people.byLinkLead}</p>
${made}
<form method="post"><div class="actions"><button class="second" name="link" value="yes">${people.makeLink}</button></div></form>`;
  return stepView(request, 'people', filled, fields, { extra, takesFile: true });
}
