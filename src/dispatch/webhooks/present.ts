import { type Static, Type } from 'typebox';
import type { WebhookRow } from './queries.ts';

/** A webhook as the API shows it (spec: dispatch 2). */
export const Webhook = Type.Object({
  id: Type.String({ description: 'ID of the webhook.' }),
  name: Type.String({ description: 'Name that you gave it; empty if there is none.' }),
  count: Type.Integer({ description: 'Requests that succeeded.' }),
  url: Type.String({ description: 'Address that events are sent to.' }),
  trigger: Type.Integer({ description: 'Number of the event that is sent to it.' }),
  threshold: Type.Optional(
    Type.Number({ description: 'Seconds for triggers 1 and 12, metres for trigger 2; absent if none was given.' }),
  ),
  isEnabled: Type.Boolean({ description: 'False if it is turned off; more than 300 failures in a row do so.' }),
});

export function presentWebhook(row: WebhookRow): Static<typeof Webhook> {
  const { id, name, count, url, trigger, threshold, isEnabled } = row;
  return { id, name, count, url, trigger, ...(threshold === null ? {} : { threshold }), isEnabled };
}
