import { signal } from '@preact/signals';
import { Refusal } from '../../shared/session/request.ts';
import { request } from '../../shared/session/session.ts';
import type { ChatEvent } from '../../store/chat/state.ts';
import type { RegisterQueueAnswer } from '../../store/wire/chat.ts';
import { takeEvent, takeRegistration } from './chat.ts';

/** Since when no events come; undefined while they do. */
export const closedSince = signal<Date | undefined>(undefined);

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

/** Between tries, by how many failed before. */
const WAITS_MS = [500, 1000, 2000];

/** ID of the queue whose events come in: a sent message names it, so that its event finds it again. */
export const queueId = signal<string | undefined>(undefined);

let isFollowing = false;

/** Registers, and follows what happens from then on. */
export function followChat(): void {
  if (isFollowing) return;
  isFollowing = true;
  void follow();
}

async function follow(): Promise<void> {
  let failures = 0;
  let lastEventId = -1;
  for (;;) {
    try {
      if (queueId.value === undefined) {
        const answer = await register();
        takeRegistration(answer);
        lastEventId = answer.last_event_id;
        queueId.value = answer.queue_id!;
      }
      const query = new URLSearchParams({ queue_id: queueId.value!, last_event_id: String(lastEventId) });
      const { events } = await request<{ events: ChatEvent[] }>(`/api/v1/events?${query}`);
      for (const event of events) {
        takeEvent(event);
        lastEventId = Math.max(lastEventId, event.id);
      }
      failures = 0;
      closedSince.value = undefined;
    } catch (error) {
      if (error instanceof Refusal && error.code === 'BAD_EVENT_QUEUE_ID') {
        queueId.value = undefined;
        continue;
      }
      closedSince.value ??= new Date();
      const wait = WAITS_MS[Math.min(failures++, WAITS_MS.length - 1)]!;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

function register(): Promise<RegisterQueueAnswer> {
  return request<RegisterQueueAnswer>('/api/v1/register', {
    method: 'POST',
    form: {
      apply_markdown: true,
      client_gravatar: false,
      slim_presence: true,
      include_subscribers: 'partial',
      client_capabilities: CAPABILITIES,
    },
  });
}
