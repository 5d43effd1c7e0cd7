import { plainLine } from '../messages/foreign-text.ts';
import type { WebhookReading } from './webhook-message.ts';

/** An event in no table is told once, so that whoever set the webhook up knows; without a name nothing was understood. */
export function unknownEvent(service: string, event: unknown, topic: string): WebhookReading {
  const name = plainLine(event);
  if (name === '') return 'unknown';
  const content = `${service} sent the event “${name}”. Hubbub does not show this event, and tells you of it only once.`;
  return { topic, content, once: `${service} event ${name}` };
}
