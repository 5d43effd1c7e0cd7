import { type Static, Type } from 'typebox';
import { Nullable } from '../../dispatch/http/validate.ts';
import { described } from '../../platform/http/described.ts';
import type { TopicMessageRow } from './queries.ts';

/** A message of a task's topic, read by the dispatch API: of the chat no more than what was said, and by whom. */
export const TaskMessage = Type.Object({
  id: Type.Integer({ description: 'ID of the message.' }),
  time: Type.Integer({ description: 'When it was sent, in milliseconds since 1970.' }),
  text: Type.String({ description: 'The message as written, in Markdown.' }),
  editedAt: Nullable(Type.Integer(), {
    description: 'When it was last edited, in milliseconds since 1970; null: never.',
  }),
  sender: Type.Object(
    {
      name: Type.String({ description: 'Name of the author.' }),
      type: Type.Enum(['WORKER', 'PERSON', 'BOT'], { description: 'A worker, another person or a program.' }),
      isOwn: Type.Boolean({ description: 'True if you sent it.' }),
    },
    { description: 'Who wrote it.' },
  ),
});

/** A page of a task's topic, oldest first. */
export const TopicMessages = Type.Object({
  isAvailable: Type.Boolean({ description: 'True if messages can be sent: a channel is set.' }),
  isOpen: Type.Boolean({ description: 'True if the topic exists. The first message creates it.' }),
  isResolved: Type.Boolean({ description: 'True if the topic is resolved.' }),
  messages: Type.Array(TaskMessage, { description: 'Messages of this page, oldest first.' }),
  hasOlder: Type.Boolean({ description: 'True if older messages exist.' }),
  hasNewer: Type.Boolean({ description: 'True if newer messages exist.' }),
});
export type TopicMessages = Static<typeof TopicMessages>;

const MessageId = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Requested page of a topic. */
export const topicWindow = {
  before: described(MessageId, 'ID of a message: those before it.'),
  after: described(MessageId, 'ID of a message: those after it.'),
  limit: Type.Integer({ minimum: 1, maximum: 100, description: 'Maximum number of messages.' }),
};

/** Message as typed, in Markdown. */
export const MessageText = Type.String({ minLength: 1, maxLength: 2000 });

/** Reader: the worker or administrator, and their chat user. */
export interface TopicReader {
  workerId?: string;
  administratorId?: string | undefined;
  userId: number | null;
}

export function presentTaskMessage(row: TopicMessageRow, reader: TopicReader): Static<typeof TaskMessage> {
  const isOwn =
    row.senderId === reader.userId ||
    (row.workerId !== null && row.workerId === reader.workerId) ||
    (row.administratorId !== null && row.administratorId === reader.administratorId);
  const isWorker = row.workerId !== null || (isOwn && reader.workerId !== undefined);
  return {
    id: row.id,
    time: row.at.getTime(),
    text: row.text,
    editedAt: row.editedAt?.getTime() ?? null,
    sender: { name: row.senderName, type: row.isBot ? 'BOT' : isWorker ? 'WORKER' : 'PERSON', isOwn },
  };
}
