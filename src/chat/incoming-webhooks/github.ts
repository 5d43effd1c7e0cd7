import { foreignText, plainLine } from '../messages/foreign-text.ts';
import type { ForeignPayload } from './event-text.ts';
import { githubEvents, unheardEvents } from './github-events.ts';
import { unknownEvent } from './unknown-event.ts';
import type { WebhookFormat, WebhookReading } from './webhook-message.ts';

/**
 * GitHub's events by the table of `githubEvents`. One that is in no table is told once, so that whoever set the webhook up knows.
 * @param event header `X-GitHub-Event`
 */
export function readGithub(payload: ForeignPayload, event: string): WebhookReading {
  const repository = plainLine(payload.repository?.name) || plainLine(payload.organization?.login) || 'GitHub';
  if (unheardEvents.has(event)) return 'silent';
  if (!Object.hasOwn(githubEvents, event)) {
    return unknownEvent('GitHub', event, repository);
  }
  const who = plainLine(payload.sender?.login) || 'Somebody';
  const body = githubEvents[event]!(payload, who, repository);
  return body === undefined ? 'silent' : { topic: body.topic ?? repository, content: body.content };
}

export const github: WebhookFormat = {
  title: 'GitHub',
  names: ['github'],
  events: Object.keys(githubEvents),
  read: (payload, { headers }) => readGithub(payload, foreignText(headers['x-github-event'])),
  deliveryId: (_payload, headers) => headers['x-github-delivery'],
};
