import type { HasOperand, IsOperand } from './parse.ts';

/** A filter with everything looked up: names have become IDs. */
export type Filter = { negated: boolean } & (
  | { kind: 'channel'; channelId: number; recipientId: number }
  | { kind: 'channels'; channelIds: number[] }
  /** With a channel it is one conversation, and negated, everything but that conversation. */
  | { kind: 'topic'; topic: string; channelId?: number }
  /** Undefined: nobody has written to these people yet. */
  | { kind: 'direct'; recipientId: number | undefined }
  | { kind: 'direct including'; userIds: number[]; groupsOnly: boolean }
  | { kind: 'sender'; userId: number }
  | { kind: 'id'; id: number }
  | { kind: 'is'; what: IsOperand }
  | { kind: 'has'; what: HasOperand }
  | { kind: 'search'; text: string }
);
