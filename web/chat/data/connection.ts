import { computed, effect, signal, untracked } from '@preact/signals';
import { Live } from '../../shared/live/live.ts';
import { send } from '../../shared/session/request.ts';
import { loadSession, sessionEnded, sessionState } from '../../shared/session/session.ts';
import type { ChatEvent, ChatState } from '../../store/chat/state.ts';
import type { RegisterQueueAnswer } from '../../store/wire/chat.ts';
import { knownState, startWith, takeEvent, takeRegistration } from './chat.ts';
import { retryNow } from './outbox.ts';
import { followVisit } from './visit.ts';

/** Since when no events come; undefined while they do. */
export const closedSince = signal<Date | undefined>(undefined);

/** ID of the queue whose events come in: a sent message names it, so that its event finds it again. */
export const queueId = signal<string | undefined>(undefined);

/** Capabilities of this page (`client_capabilities`). */
const CAPABILITIES = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  include_deactivated_groups: true,
  empty_topic_name: true,
  archived_channels: true,
  simplified_presence_events: true,
};

/** A page is current within three seconds after the server is. */
const LONGEST_WAIT_MS = 2500;
/** Heartbeats for somebody who looks, and for nobody. */
const HEARTBEAT_S = { watched: 3, hidden: 25 };
/** A stream that says nothing for so long, though it should every three seconds, is lost. */
const SILENCE_MS = 10_000;

/** A state, and the queue that goes on from it: of all tabs of a browser. */
interface Known {
  queueId: string;
  state: ChatState;
}

let live: Live | undefined;

/** Follows the chat of whoever is signed in, from the moment on in which that is known. @returns what ends it */
export function followSession(): () => void {
  // Not for each answer that says so: tabs that told each other of those asked without end.
  const here = computed(() => {
    const state = sessionState.value;
    return state.kind === 'signed in' && state.session.apps.chat ? state.session.person.id : '';
  });
  return effect(() => {
    const personId = here.value;
    if (personId) untracked(() => followChat(personId));
  });
}

/** Registers, and follows what happens from then on: one queue and one stream for all tabs of this browser. */
function followChat(personId: string): void {
  if (live) {
    live.resume();
    return;
  }
  const following = new Live({
    name: `chat ${personId}`,
    path: async (isWatched, signal) => {
      if (queueId.value === undefined) await register(following, signal);
      const heartbeat = isWatched ? HEARTBEAT_S.watched : HEARTBEAT_S.hidden;
      // The header of the stream says after which event.
      const query = { queue_id: queueId.value!, last_event_id: '-1', heartbeat_seconds: String(heartbeat) };
      return `/api/v1/events/stream?${new URLSearchParams(query)}`;
    },
    watchedSilenceMs: SILENCE_MS,
    onEvent: ({ kind, data }) => {
      if (kind === 'message') takeEvent(data as ChatEvent);
    },
    onRefused: ({ body }) => {
      if ((body as { code?: string } | undefined)?.code === 'BAD_EVENT_QUEUE_ID') queueId.value = undefined;
    },
    onStartAnew: () => {
      queueId.value = undefined;
    },
    onSignedOut: sessionEnded,
    onSignedIn: () => void loadSession(),
    longestWaitMs: LONGEST_WAIT_MS,
    handOver: () => {
      const state = knownState();
      return state && queueId.value !== undefined ? { queueId: queueId.value, state } : undefined;
    },
    takeOver: (known) => {
      const { queueId: id, state } = known as Known;
      startWith(state);
      queueId.value = id;
    },
  });
  live = following;
  followVisit(() => queueId.peek());
  effect(() => {
    const since = following.closedSince.value;
    // The server is there again: what waits goes out.
    if (closedSince.peek() && !since) retryNow();
    closedSince.value = since;
  });
}

async function register(following: Live, signal: AbortSignal): Promise<void> {
  const answer = await send<RegisterQueueAnswer>('/api/v1/register', {
    method: 'POST',
    form: {
      apply_markdown: true,
      client_gravatar: false,
      slim_presence: true,
      include_subscribers: true,
      client_capabilities: CAPABILITIES,
    },
    signal,
  });
  takeRegistration(answer);
  queueId.value = answer.queue_id!;
  following.startAfter(String(answer.last_event_id));
}
