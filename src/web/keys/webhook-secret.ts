import { doBeginRotation, doCancelRotation, doConfirmRotation } from '../../dispatch/webhooks/rotate-secret.ts';
import { line } from '../http/form.ts';
import { html } from '../http/html.ts';
import { page } from '../http/page.ts';
import { shownKey } from '../http/shown-key.ts';

/** Where the owner changes the webhook secret: the next one is shown once, and signs beside the old one until that ends. */
export const webhookSecret = page({
  path: '/keys/webhook-secret',
  summary: 'Change the webhook secret',
  access: 'owner',
  form: { step: line(10) },
  async show() {
    return { redirect: '/keys' };
  },
  async submit({ services, visitor, texts }, { step }) {
    const { database, secrets } = services;
    const { id } = visitor.organization;
    if (step === 'begin') {
      const secret = await database.transaction((tx) => doBeginRotation(tx, id, secrets));
      if (secret === undefined) return { redirect: '/keys' };
      const { nextTitle, next, toKeys } = texts.webhookSecret;
      const body = html`${shownKey(texts, next, secret)}
<div class="actions"><a class="button" href="/keys">${toKeys}</a></div>`;
      return { title: nextTitle, body };
    }
    if (step === 'confirm') await database.transaction((tx) => doConfirmRotation(tx, id));
    if (step === 'cancel') await database.transaction((tx) => doCancelRotation(tx, id));
    return { redirect: '/keys' };
  },
});
