import { webhookFormats } from './formats.ts';

/** A service whose webhooks are read. */
export interface WebhookService {
  /** The word in the address. */
  name: string;
  title: string;
  /** Undefined: it names no events, or all are told. */
  events: readonly string[] | undefined;
}

/** All of them, each once. */
export function webhookServices(): WebhookService[] {
  return [...new Set(webhookFormats.values())].map(({ names, title, events }) => ({ name: names[0]!, title, events }));
}
