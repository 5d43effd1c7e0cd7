import { type Static, Type } from 'typebox';
import { Nullable } from '../../dispatch/http/validate.ts';
import type { TopicMessageRow } from './queries.ts';

/** A message of a task's topic, read by the dispatch API: of the chat no more than what was said, and by whom. */
export const TaskMessage = Type.Object({
  id: Type.Integer(),
  time: Type.Integer(),
  text: Type.String(),
  editedAt: Nullable(Type.Integer()),
  sender: Type.Object({ name: Type.String(), type: Type.Enum(['WORKER', 'PERSON', 'BOT']), isOwn: Type.Boolean() }),
});

/** A page of a task's topic, oldest first. */
export const TopicMessages = Type.Object({
  isAvailable: Type.Boolean({ description: 'whether one can write: a channel is set' }),
  isOpen: Type.Boolean({ description: 'whether there is a topic; the first message begins it' }),
  isResolved: Type.Boolean(),
  messages: Type.Array(TaskMessage),
  hasOlder: Type.Boolean(),
  hasNewer: Type.Boolean(),
});
export type TopicMessages = Static<typeof TopicMessages>;

const MessageId = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Which page of a topic is asked for. */
export const topicWindow = { before: MessageId, after: MessageId, limit: Type.Integer({ minimum: 1, maximum: 100 }) };

/** What is said: Markdown, as it was typed. */
export const MessageText = Type.String({ minLength: 1, maxLength: 2000 });

/** Who reads: the worker or administrator, and the chat user who they are as well. */
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
