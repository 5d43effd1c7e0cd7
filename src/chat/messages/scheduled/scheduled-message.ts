import { type Static, Type } from 'typebox';
import { DUE_COLUMNS, type DueItem, type DueList } from '../due/due-list.ts';

/** Scheduled messages that one person may have. */
const MAX_SCHEDULED_MESSAGES = 1000;

/** A message that waits for its time, or could not be sent. */
export interface ScheduledMessage extends DueItem {
  senderId: number;
  /** Null for direct messages. */
  channelId: number | null;
  /** Everybody of a direct message but the sender, or the sender alone. */
  userIds: number[];
  topic: string;
  /** Null: as the client and the recipient suggest (spec: chat 4.1). */
  readBySender: boolean | null;
  /** Name of the program that scheduled it. */
  client: string;
}

/** A scheduled message on the wire (client: go-zulip; the list in clients D.1). */
export const ScheduledMessageObject = Type.Object(
  {
    scheduled_message_id: Type.Integer({ description: 'Unique number. The message gets another ID when it is sent.' }),
    type: Type.Enum(['stream', 'private'], { description: '`stream`: to a channel. `private`: to people.' }),
    to: Type.Union([Type.Integer(), Type.Array(Type.Integer())], {
      description: 'ID of the channel, or the user IDs of the people.',
    }),
    topic: Type.Optional(Type.String({ description: 'Topic of a channel message. Absent from direct messages.' })),
    content: Type.String({ description: 'Markdown of the message.' }),
    rendered_content: Type.String({ description: 'HTML of the message.' }),
    scheduled_delivery_timestamp: Type.Integer({ description: 'When the message goes out, in UNIX seconds.' }),
    failed: Type.Boolean({ description: 'Whether it could not be sent, for example because its channel is gone.' }),
  },
  { additionalProperties: false },
);

export function presentScheduledMessage(message: ScheduledMessage): Static<typeof ScheduledMessageObject> {
  const { id, channelId, userIds, topic, content, renderedContent, deliverAt, failure } = message;
  return {
    scheduled_message_id: id,
    ...(channelId === null
      ? { type: 'private' as const, to: userIds }
      : { type: 'stream' as const, to: channelId, topic }),
    content,
    rendered_content: renderedContent,
    scheduled_delivery_timestamp: Math.floor(deliverAt.getTime() / 1000),
    failed: failure !== null,
  };
}

/** A person's scheduled messages, the next one first; those that could not be sent are among them. */
export const scheduledMessageList: DueList<ScheduledMessage> = {
  table: 'scheduled_messages',
  owner: 'sender_id',
  ownerOf: ({ senderId }) => senderId,
  queue: 'chat-scheduled-messages',
  key: 'id',
  columns: {
    ...DUE_COLUMNS,
    senderId: 'sender_id bigint',
    channelId: 'channel_id bigint',
    userIds: 'user_ids bigint[]',
    topic: 'topic text',
    readBySender: 'read_by_sender boolean',
    client: 'client text',
  },
  order: 'deliver_at, id',
  max: {
    count: MAX_SCHEDULED_MESSAGES,
    error: `You cannot have more than ${MAX_SCHEDULED_MESSAGES} scheduled messages.`,
  },
  missing: 'Scheduled message does not exist',
  events: {
    type: 'scheduled_messages',
    added: (messages) => ({ scheduled_messages: messages.map(presentScheduledMessage) }),
    updated: (message) => ({ scheduled_message: presentScheduledMessage(message) }),
    removed: (scheduled_message_id) => ({ scheduled_message_id }),
  },
};
