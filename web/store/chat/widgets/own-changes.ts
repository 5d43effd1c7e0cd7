import type { Message } from '../../wire/chat.ts';

/** Number of times that a person has added the same to a message. */
export function countOwnChanges({ submessages }: Message, userId: number, content: string): number {
  return submessages.filter((each) => each.sender_id === userId && each.content === content).length;
}
