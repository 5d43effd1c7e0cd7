import { accessWebhookRotation } from '../../dispatch/webhooks/access.ts';
import { type Html, html } from '../http/html.ts';
import type { VisitorRequest } from '../http/page.ts';

/** What can be done with the webhook secret at present: begin a change, or end the one that is under way. */
export async function webhookSecretPart({ services, visitor, texts }: VisitorRequest): Promise<Html> {
  const { webhookSecret: words } = texts;
  const isChanging = await accessWebhookRotation(services.database.reader, visitor.organization.id);
  const buttons = isChanging
    ? html`<button name="step" value="confirm">${words.confirm}</button><button class="second" name="step" value="cancel">${words.cancel}</button>`
    : html`<button class="second" name="step" value="begin">${words.begin}</button>`;
  return html`<h2>${words.title}</h2>
<p>${isChanging ? words.changing : words.lead}</p>
<form method="post" action="/keys/webhook-secret"><div class="actions">${buttons}</div></form>`;
}
