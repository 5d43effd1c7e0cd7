import { type Static, Type } from 'typebox';
import type { WebhookRow } from './queries.ts';

/** A webhook as the API shows it (spec: dispatch 2). */
export const Webhook = Type.Object({
  id: Type.String(),
  name: Type.String(),
  count: Type.Integer(),
  url: Type.String(),
  trigger: Type.Integer(),
  threshold: Type.Optional(Type.Number()),
  isEnabled: Type.Boolean(),
});

export function presentWebhook(row: WebhookRow): Static<typeof Webhook> {
  const { id, name, count, url, trigger, threshold, isEnabled } = row;
  return { id, name, count, url, trigger, ...(threshold === null ? {} : { threshold }), isEnabled };
}
