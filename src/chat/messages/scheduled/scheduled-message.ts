import { type Static, Type } from 'typebox';

/** Scheduled messages that one person may have. */
export const MAX_SCHEDULED_MESSAGES = 1000;

/** A message that waits for its time, or could not be sent. */
export interface ScheduledMessage {
  id: number;
  senderId: number;
  /** Null for direct messages. */
  channelId: number | null;
  /** Everybody of a direct message but the sender, or the sender alone. */
  userIds: number[];
  topic: string;
  content: string;
  renderedContent: string;
  deliverAt: Date;
  /** Null: as the client and the recipient suggest (spec: chat 4.1). */
  readBySender: boolean | null;
  /** Name of the program that scheduled it. */
  client: string;
  /** Why it could not be sent. */
  failure: string | null;
}

/** A scheduled message on the wire (client: go-zulip; the list in clients D.1). */
export const ScheduledMessageObject = Type.Object(
  {
    scheduled_message_id: Type.Integer(),
    type: Type.Enum(['stream', 'private']),
    to: Type.Union([Type.Integer(), Type.Array(Type.Integer())]),
    topic: Type.Optional(Type.String()),
    content: Type.String(),
    rendered_content: Type.String(),
    scheduled_delivery_timestamp: Type.Integer(),
    failed: Type.Boolean(),
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
