import { signal } from '@preact/signals';
import { request } from '../../shared/session/session.ts';
import type { ListWebhooksAnswer } from '../../store/wire/dispatch.ts';
import { failureOf } from '../data/use-request.ts';

export type Webhook = ListWebhooksAnswer[number];

/** The webhooks as they were asked for last; the feed does not hold them. */
export const webhooks = signal<{ list?: readonly Webhook[]; failure?: ReturnType<typeof failureOf> }>({});

export async function loadWebhooks(): Promise<void> {
  try {
    webhooks.value = { list: await request<ListWebhooksAnswer>('/api/v2/webhooks') };
  } catch (error) {
    webhooks.value = { ...webhooks.value, failure: failureOf(error as Error) };
  }
}
