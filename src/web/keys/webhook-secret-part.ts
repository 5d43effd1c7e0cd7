import { accessWebhookSecretState } from '../../dispatch/webhooks/access.ts';
import { type Html, html } from '../http/html.ts';
import type { VisitorRequest } from '../http/page.ts';

/** What can be done with the webhook secret at present: see it for the first time, begin a change, or end one that is under way. */
export async function webhookSecretPart({ services, visitor, texts }: VisitorRequest): Promise<Html> {
  const { webhookSecret: words } = texts;
  const state = await accessWebhookSecretState(services.database.reader, visitor.organization.id);
  const lead = { changing: words.changing, unseen: words.unseen, known: words.lead }[state];
  const buttons = {
    changing: html`<button name="step" value="confirm">${words.confirm}</button><button class="second" name="step" value="cancel">${words.cancel}</button>`,
    unseen: html`<button name="step" value="show">${words.show}</button>`,
    known: html`<button class="second" name="step" value="begin">${words.begin}</button>`,
  }[state];
  return html`<h2>${words.title}</h2>
<p>${lead}</p>
<form method="post" action="/keys/webhook-secret"><div class="actions">${buttons}</div></form>`;
}
