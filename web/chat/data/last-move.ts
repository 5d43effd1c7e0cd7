import { signal } from '@preact/signals';
import { listenToEvents } from './chat.ts';

/** Messages that went to another topic or channel. */
interface TopicMove {
  from: { channelId: number; topic: string };
  to: { channelId: number; topic: string };
  messageIds: readonly number[];
  /** Whether the whole topic went. */
  isWhole: boolean;
}

/** The move that happened last. */
export const lastMove = signal<TopicMove | undefined>(undefined);

listenToEvents((event) => {
  if (event.type !== 'update_message') return;
  const { stream_id, orig_subject, subject, new_stream_id, message_ids, propagate_mode } = event as Partial<
    Record<string, unknown>
  >;
  if (typeof stream_id !== 'number' || typeof orig_subject !== 'string') return;
  if (subject === undefined && new_stream_id === undefined) return;
  lastMove.value = {
    from: { channelId: stream_id, topic: orig_subject },
    to: {
      channelId: typeof new_stream_id === 'number' ? new_stream_id : stream_id,
      topic: typeof subject === 'string' ? subject : orig_subject,
    },
    messageIds: message_ids as number[],
    isWhole: propagate_mode === 'change_all',
  };
});
