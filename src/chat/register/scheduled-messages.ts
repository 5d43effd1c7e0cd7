import { Type } from 'typebox';
import {
  presentScheduledMessage,
  ScheduledMessageObject,
  scheduledMessageList,
} from '../messages/scheduled/scheduled-message.ts';
import { loadItems } from '../owned-lists/access.ts';
import { defineInitialState } from './initial-state.ts';

export const scheduledMessages = defineInitialState({
  types: ['scheduled_messages'],
  fields: {
    scheduled_messages: Type.Array(ScheduledMessageObject, {
      description: "The caller's messages that are not sent yet, and those that failed.",
    }),
  },
  async load({ reader, caller }) {
    return { scheduled_messages: (await loadItems(reader, scheduledMessageList, caller)).map(presentScheduledMessage) };
  },
});
