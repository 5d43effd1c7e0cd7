import { foreignText, link, plainLine } from '../messages/foreign-text.ts';
import { readAlerts } from './alertmanager.ts';
import type { ForeignPayload } from './event-text.ts';
import { hmac, isSameText } from './signature.ts';
import type { WebhookFormat, WebhookReading } from './webhook-message.ts';

/** Grafana's alerts; those of versions before 9 name a rule and have no list. */
function read(payload: ForeignPayload): WebhookReading {
  if (Array.isArray(payload.alerts)) return readAlerts(payload);
  const rule = plainLine(payload.ruleName) || plainLine(payload.title);
  if (rule === '') return 'unknown';
  const state = plainLine(payload.state).replaceAll('_', ' ') || 'changed';
  const sign = state === 'ok' ? '✅' : state === 'alerting' ? '🔥' : 'ℹ️';
  const comment = plainLine(payload.message);
  const head = `${sign} **${link(rule, payload.ruleUrl)}**: ${state}${comment && ` – ${comment}`}`;
  const picture = foreignText(payload.imageUrl) === '' ? '' : `\n${link('Image', payload.imageUrl)}`;
  return { topic: rule, content: head + picture };
}

export const grafana: WebhookFormat = {
  title: 'Grafana',
  names: ['grafana'],
  read,
  isSigned: (secret, body, headers) => isSameText(headers['x-grafana-alerting-signature'], hmac(secret, body, 'hex')),
};
