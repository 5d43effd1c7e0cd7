import type { ChatEventKind } from '../events/kinds.ts';
import { channelEvents } from './channel-events.ts';
import { type DeclaredKind, schemasOfKinds } from './declared.ts';
import { messageEvents } from './message-events.ts';
import { organizationEvents } from './organization-events.ts';
import { ownEvents } from './own-events.ts';
import { peopleEvents } from './people-events.ts';

/** Kinds that clients know and this server never sends. */
type NeverSent = 'onboarding_steps' | 'restart';

const wireKinds = {
  ...messageEvents,
  ...channelEvents,
  ...peopleEvents,
  ...ownEvents,
  ...organizationEvents,
} satisfies Record<Exclude<ChatEventKind, NeverSent>, DeclaredKind>;

const { event, schemas } = schemasOfKinds(wireKinds);

/** Every event that a client can get (clients.md B.5). */
export const QueueEvent = event;

/** Schemas of the kinds of events, by their names in the documents. */
export const queueEventSchemas: Readonly<Record<string, object>> = schemas;
