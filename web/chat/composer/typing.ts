import { request } from '../../shared/session/session.ts';
import type { Conversation } from '../../store/chat/conversation.ts';
import { ownUserId } from '../data/me.ts';
import { limit, userSettings } from '../data/settings.ts';
import { recipientsOf } from './references.ts';
import { TypingNotice } from './typing-out.ts';

/** Returns what tells the others of a conversation of typing here. */
export function typingNotice(conversation: Conversation): TypingNotice {
  const recipients = recipientsOf(conversation, ownUserId.value);
  return new TypingNotice(
    (op) => {
      const settings = userSettings();
      const isChannel = recipients.type === 'stream';
      const isOn = isChannel ? settings.send_stream_typing_notifications : settings.send_private_typing_notifications;
      if (!isOn || (!isChannel && recipients.to[0] === ownUserId.value)) return;
      const form = isChannel
        ? { op, type: 'stream', stream_id: recipients.to, topic: recipients.topic }
        : { op, type: 'direct', to: recipients.to };
      // Nobody needs to know that somebody could not be told.
      request('/api/v1/typing', { method: 'POST', form }).catch(() => undefined);
    },
    {
      startedWait: limit('server_typing_started_wait_period_milliseconds'),
      stoppedWait: limit('server_typing_stopped_wait_period_milliseconds'),
    },
  );
}
