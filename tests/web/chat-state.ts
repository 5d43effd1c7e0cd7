import { registeredState } from '../../web/store/chat/register.ts';
import type { ChatState } from '../../web/store/chat/state.ts';
import type { FetchMessagesAnswer, Message, RegisterQueueAnswer } from '../../web/store/wire/chat.ts';

/* Registrations and messages as the store gets them, with what its tests look at. */

/** Oneself, in the tests of the store. */
export const ME = 7;

/** A state in which person 7 is subscribed to channels 1 and 2, and channel 3 is public. */
export function someState(given: Partial<RegisterQueueAnswer> = {}): ChatState {
  const channel = (stream_id: number) => ({ stream_id, name: `channel ${stream_id}`, invite_only: false });
  return registeredState({
    ...{ queue_id: 'q', last_event_id: 10, user_id: ME },
    realm_users: [7, 8, 9].map((user_id) => ({ user_id, full_name: `Person ${user_id}`, is_guest: false })),
    subscriptions: [channel(1), channel(2)],
    never_subscribed: [channel(3)],
    ...given,
  } as unknown as RegisterQueueAnswer);
}

/** A message of channel 1, topic `gates`, by person 8, that is read. */
export function someMessage(id: number, given: Partial<Message> = {}): Message {
  return {
    ...{ id, type: 'stream', stream_id: 1, subject: 'gates', display_recipient: 'channel 1', sender_id: 8 },
    ...{ content: `<p>${id}</p>`, content_type: 'text/html', timestamp: id, reactions: [], submessages: [] },
    ...{ flags: ['read'], topic_links: [], is_me_message: false },
    ...given,
  } as unknown as Message;
}

/** A direct message; `people` with oneself. */
export function someDirect(id: number, people: readonly number[], given: Partial<Message> = {}): Message {
  const display_recipient = people.map((each) => ({ id: each, email: '', full_name: '', is_mirror_dummy: false }));
  const { stream_id: _none, ...message } = someMessage(id, {
    type: 'private',
    subject: '',
    display_recipient,
    ...given,
  });
  return message;
}

/** The server's answer about messages around an anchor. */
export function someAnswer(
  messages: readonly Message[],
  given: Partial<FetchMessagesAnswer> = {},
): FetchMessagesAnswer {
  const anchor = messages.at(-1)?.id ?? 0;
  const found = { found_anchor: true, found_oldest: false, found_newest: false, history_limited: false };
  return { messages: [...messages], anchor, ...found, ...given };
}
