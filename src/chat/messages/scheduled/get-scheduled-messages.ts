import { Type } from 'typebox';
import { anyUser } from '../../http/caller.ts';
import { chatOperation } from '../../http/operation.ts';
import { loadItems } from '../../owned-lists/access.ts';
import { presentScheduledMessage, ScheduledMessageObject, scheduledMessageList } from './scheduled-message.ts';

export const getScheduledMessages = chatOperation({
  method: 'GET',
  path: '/scheduled_messages',
  summary: "The caller's scheduled messages, the next one first, with those that could not be sent",
  access: anyUser,
  params: {},
  answer: {
    scheduled_messages: Type.Array(ScheduledMessageObject, {
      description: 'Messages that are not sent yet, and those that failed.',
    }),
  },
  async read({ reader, caller }) {
    return { scheduled_messages: (await loadItems(reader, scheduledMessageList, caller)).map(presentScheduledMessage) };
  },
});
