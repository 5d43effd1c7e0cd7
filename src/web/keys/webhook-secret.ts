import { doShowWebhookSecret } from '../../dispatch/webhooks/actions.ts';
import { doBeginRotation, doCancelRotation, doConfirmRotation } from '../../dispatch/webhooks/rotate-secret.ts';
import { line } from '../http/form.ts';
import { html } from '../http/html.ts';
import { page, type View } from '../http/page.ts';
import { shownKey } from '../http/shown-key.ts';
import type { Texts } from '../texts/index.ts';

/**
 * Where the owner is shown the webhook secret, once, and changes it: the next one is shown once too, and signs beside the old one
 * until that ends.
 */
export const webhookSecret = page({
  path: '/keys/webhook-secret',
  summary: 'Show the webhook secret once, and change it',
  access: 'owner',
  form: { step: line(10) },
  async show() {
    return { redirect: '/keys' };
  },
  async submit({ services, visitor, texts, origin }, { step }) {
    const { database, secrets } = services;
    const { id } = visitor.organization;
    const { title, nextTitle, first, next } = texts.webhookSecret;
    if (step === 'show') {
      const secret = await database.transaction((tx) => doShowWebhookSecret(tx, id, secrets), { origin });
      if (secret !== undefined) return shown(texts, title, first, secret);
    }
    if (step === 'begin') {
      const secret = await database.transaction((tx) => doBeginRotation(tx, id, secrets), { origin });
      if (secret !== undefined) return shown(texts, nextTitle, next, secret);
    }
    if (step === 'confirm') await database.transaction((tx) => doConfirmRotation(tx, id), { origin });
    if (step === 'cancel') await database.transaction((tx) => doCancelRotation(tx, id), { origin });
    return { redirect: '/keys' };
  },
});

function shown(texts: Texts, title: string, lead: string, secret: string): View {
  const body = html`${shownKey(texts, lead, secret)}
<div class="actions"><a class="button" href="/keys">${texts.webhookSecret.toKeys}</a></div>`;
  return { title, body };
}
