import { foreignText, link, plainLine } from '../messages/foreign-text.ts';
import type { ForeignPayload } from './event-text.ts';
import { hasBearer } from './signature.ts';
import type { WebhookFormat, WebhookReading } from './webhook-message.ts';

/** By `status` of the heartbeat. */
const STATES = new Map([
  ['0', '🔥 {} is down'],
  ['1', '✅ {} is up'],
  ['2', 'ℹ️ {} is pending'],
  ['3', '🔧 {} is under maintenance'],
]);

/** Uptime Kuma's webhook as JSON: a monitor's heartbeat, or a notice (a test, a certificate that ends) with its text alone. */
function read({ heartbeat, monitor, msg }: ForeignPayload): WebhookReading {
  const name = plainLine(monitor?.name);
  const state = STATES.get(foreignText(heartbeat?.status));
  if (!state) {
    const body = plainLine(msg);
    return body === '' ? 'unknown' : { topic: name || 'Uptime', content: body };
  }
  const why = plainLine(heartbeat.msg);
  const shown = `**${link(name || 'A monitor', monitor?.url)}**`;
  return { topic: name || 'Uptime', content: `${state.replace('{}', () => shown)}${why && `: ${why}`}` };
}

export const uptimeKuma: WebhookFormat = {
  title: 'Uptime Kuma',
  names: ['uptime-kuma', 'uptime_kuma'],
  read,
  isSigned: hasBearer,
};
