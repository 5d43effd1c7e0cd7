import { type Static, Type } from 'typebox';
import { Nullable } from '../../dispatch/http/validate.ts';
import type { TopicMessageRow } from './queries.ts';

/** A message of a task's topic, as its driver sees it: of the chat no more than what was said, and by whom. */
export const DriverMessage = Type.Object({
  id: Type.Integer(),
  time: Type.Integer(),
  text: Type.String(),
  editedAt: Nullable(Type.Integer()),
  sender: Type.Object({ name: Type.String(), type: Type.Enum(['WORKER', 'PERSON', 'BOT']), isOwn: Type.Boolean() }),
});

/** Who reads: the worker, and the chat user who they are as well. */
export interface DriverReader {
  workerId: string;
  userId: number | null;
}

export function presentDriverMessage(row: TopicMessageRow, reader: DriverReader): Static<typeof DriverMessage> {
  const isOwn = row.workerId === reader.workerId || row.senderId === reader.userId;
  return {
    id: row.id,
    time: row.at.getTime(),
    text: row.text,
    editedAt: row.editedAt?.getTime() ?? null,
    sender: {
      name: row.senderName,
      type: row.isBot ? 'BOT' : row.workerId !== null || isOwn ? 'WORKER' : 'PERSON',
      isOwn,
    },
  };
}
