import { foreignText, link, plainLine } from '../messages/foreign-text.ts';
import type { ForeignPayload } from './event-text.ts';
import { hasBearer } from './signature.ts';
import type { WebhookFormat, WebhookReading } from './webhook-message.ts';

const MAX_ALERTS = 20;
const MAX_LABELS = 10;

/** Alertmanager's webhook (version 4), a message for each group of alerts. Grafana's has the same shape. */
export function readAlerts(payload: ForeignPayload): WebhookReading {
  const alerts: ForeignPayload[] = Array.isArray(payload.alerts) ? payload.alerts : [];
  if (alerts.length === 0) return 'unknown';
  const lines = alerts.slice(0, MAX_ALERTS).map(alertText);
  const more = alerts.length - lines.length + (Number(foreignText(payload.truncatedAlerts)) || 0);
  if (more > 0) lines.push(`… and ${more} more`);
  const name = payload.groupLabels?.alertname ?? payload.commonLabels?.alertname ?? alerts[0]?.labels?.alertname;
  return { topic: plainLine(name) || plainLine(payload.receiver) || 'Alerts', content: lines.join('\n\n') };
}

function alertText(alert: ForeignPayload): string {
  const { labels, annotations } = alert ?? {};
  const isOver = alert?.status === 'resolved';
  const name = link(plainLine(labels?.alertname) || 'Alert', alert?.generatorURL);
  const body = [annotations?.summary, annotations?.description ?? annotations?.message].map(plainLine).filter(isText);
  const shown = typeof labels === 'object' && labels !== null ? Object.entries(labels) : [];
  const others = shown
    .filter(([key]) => key !== 'alertname' && !key.startsWith('__'))
    .slice(0, MAX_LABELS)
    .map(([key, value]) => `${plainLine(key)}: ${plainLine(value)}`);
  const links = [
    ['Dashboard', alert?.dashboardURL],
    ['Panel', alert?.panelURL],
    ['Image', alert?.imageURL],
    ['Runbook', annotations?.runbook_url],
    ['Silence', alert?.silenceURL],
  ].flatMap(([text, url]) => (foreignText(url) === '' ? [] : [link(text, url)]));
  const head = `${isOver ? '✅' : '🔥'} **${name}** ${isOver ? 'is resolved' : 'is firing'}`;
  return [`${head}${body.length > 0 ? `: ${body.join(' – ')}` : ''}`, others.join(', '), links.join(' · ')]
    .filter(isText)
    .join('\n');
}

const isText = (text: string) => text !== '';

export const alertmanager: WebhookFormat = {
  title: 'Alertmanager',
  names: ['alertmanager'],
  read: readAlerts,
  isSigned: hasBearer,
};
