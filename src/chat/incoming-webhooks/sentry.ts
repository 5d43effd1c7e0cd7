import { foreignText, link, plainLine } from '../messages/foreign-text.ts';
import type { ForeignPayload, ReadEvent } from './event-text.ts';
import { hmac, isSameText } from './signature.ts';
import { unknownEvent } from './unknown-event.ts';
import type { WebhookFormat, WebhookReading } from './webhook-message.ts';
import { withQuote } from './with-quote.ts';

const SIGNS = new Map([
  ['critical', '🔥'],
  ['fatal', '🔥'],
  ['error', '❌'],
  ['warning', '⚠️'],
  ['resolved', '✅'],
]);
const sign = (level: unknown) => SIGNS.get(foreignText(level)) ?? 'ℹ️';

const occurrence = (event: ForeignPayload, rule: unknown) => {
  const name = link(plainLine(event?.title) || plainLine(event?.message) || 'An error', event?.web_url);
  const place = plainLine(event?.culprit);
  const by = plainLine(rule);
  return { content: `${sign(event?.level)} ${name}${place && ` in ${place}`}${by && ` (rule “${by}”)`}.` };
};

/** By the header `Sentry-Hook-Resource`; docs/guides/incoming-webhooks.md lists them. */
const events: Readonly<Record<string, ReadEvent>> = {
  event_alert: ({ data }) => occurrence(data?.event, data?.triggered_rule),
  error: ({ data }) => occurrence(data?.error, ''),
  issue: ({ action, data }, who) => {
    const { issue } = data ?? {};
    const name = link(`${plainLine(issue?.shortId)} ${plainLine(issue?.title)}`, issue?.web_url ?? issue?.permalink);
    const whom = plainLine(issue?.assignedTo?.name);
    const mark = action === 'created' ? sign(issue?.level) : sign(action);
    const to = action === 'assigned' && whom !== '' ? ` to ${whom}` : '';
    return { content: `${mark} ${who} ${plainLine(action)} ${name}${to}.` };
  },
  metric_alert: ({ action, data }) => {
    const summary = plainLine(data?.description_text);
    const name = link(plainLine(data?.description_title) || 'Metric alert', data?.web_url);
    return { content: `${sign(action)} ${name}${summary && `: ${summary}`}.` };
  },
  comment: ({ action, data }, who) => ({
    content: withQuote(`${who} ${plainLine(action)} a comment on an issue`, data?.comment),
  }),
};

function read(payload: ForeignPayload, resource: string): WebhookReading {
  const { data } = payload;
  const slug = data?.issue?.project?.slug ?? data?.project_slug ?? payload.project_name ?? payload.project;
  const project = plainLine(slug) || 'Sentry';
  // Older service hooks send no resource.
  if (resource === '' && foreignText(payload.url) !== '' && payload.event)
    return { topic: project, ...occurrence({ ...payload, ...payload.event, web_url: payload.url }, '') };
  if (resource === 'installation') return 'silent';
  if (!Object.hasOwn(events, resource)) return unknownEvent('Sentry', resource, project);
  const summary = events[resource]!(payload, plainLine(payload.actor?.name) || 'Sentry', project);
  return summary === undefined ? 'silent' : { topic: project, content: summary.content };
}

export const sentry: WebhookFormat = {
  title: 'Sentry',
  names: ['sentry'],
  events: Object.keys(events),
  read: (payload, { headers }) => read(payload, foreignText(headers['sentry-hook-resource'])),
  isSigned: (secret, body, headers) => isSameText(headers['sentry-hook-signature'], hmac(secret, body, 'hex')),
  deliveryId: (_payload, headers) => headers['request-id'],
};
