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

/** Triggers that fire at a threshold, and of what it is. */
export const thresholds: Readonly<Record<number, 'seconds' | 'metres'>> = { 1: 'seconds', 2: 'metres', 12: 'seconds' };
