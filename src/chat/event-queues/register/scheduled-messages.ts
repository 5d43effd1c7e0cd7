import { Type } from 'typebox';
import { loadScheduledMessagesOf } from '../../messages/scheduled/access.ts';
import { presentScheduledMessage, ScheduledMessageObject } from '../../messages/scheduled/scheduled-message.ts';
import { defineInitialState } from './initial-state.ts';

export const scheduledMessages = defineInitialState({
  types: ['scheduled_messages'],
  fields: { scheduled_messages: Type.Array(ScheduledMessageObject) },
  async load({ reader, caller }) {
    const messages = await loadScheduledMessagesOf(reader, caller.organizationId, caller.userId);
    return { scheduled_messages: messages.map(presentScheduledMessage) };
  },
});
