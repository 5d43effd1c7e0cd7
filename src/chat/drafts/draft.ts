import { type Static, Type } from 'typebox';
import { Id } from '../http/params.ts';
import type { OwnedList } from '../owned-lists/owned-list.ts';

/** Drafts that one person may have. */
export const MAX_DRAFTS = 500;

/** A draft as clients send it. */
export const DraftInput = Type.Object({
  type: Type.Enum(['', 'stream', 'channel', 'private', 'direct'], {
    description: '`stream` or `channel`, `private` or `direct`. Empty: not decided yet.',
  }),
  to: Type.Array(Id, {
    maxItems: 200,
    description: 'ID of the channel in a list, or the user IDs of the people. May be empty.',
  }),
  topic: Type.String({ maxLength: 10_000, description: 'Topic of a channel message. Empty for direct messages.' }),
  content: Type.String({ description: 'Markdown of the draft, at most `max_message_length` characters.' }),
  timestamp: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 253_402_300_799,
      description: 'When the draft was last edited, in UNIX seconds. Default: now.',
    }),
  ),
});

export interface Draft {
  id: number;
  type: '' | 'stream' | 'private';
  recipientIds: number[];
  topic: string;
  content: string;
  editedAt: Date;
}

/** A draft on the wire. */
export const DraftObject = Type.Object(
  {
    id: Type.Integer({ description: 'Unique number of the draft.' }),
    type: Type.Enum(['', 'stream', 'private'], {
      description: '`stream`: to a channel. `private`: to people. Empty: not decided yet.',
    }),
    to: Type.Array(Type.Integer(), {
      description: 'ID of the channel in a list, or the user IDs of the people. May be empty.',
    }),
    topic: Type.String({ description: 'Topic of a channel message. Empty for direct messages.' }),
    content: Type.String({ description: 'Markdown of the draft.' }),
    timestamp: Type.Integer({ description: 'When the draft was last edited, in UNIX seconds.' }),
  },
  { additionalProperties: false },
);

export function presentDraft({ id, type, recipientIds, topic, content, editedAt }: Draft): Static<typeof DraftObject> {
  return { id, type, to: recipientIds, topic, content, timestamp: Math.floor(editedAt.getTime() / 1000) };
}

/** A person's drafts, the one that was edited last first. */
export const draftList: OwnedList<Draft> = {
  table: 'drafts',
  owner: 'user_id',
  key: 'id',
  columns: {
    id: 'id bigint',
    type: 'type text',
    recipientIds: 'recipient_ids bigint[]',
    topic: 'topic text',
    content: 'content text',
    editedAt: 'edited_at timestamptz',
  },
  order: 'edited_at desc, id desc',
  max: { count: MAX_DRAFTS, error: `You cannot have more than ${MAX_DRAFTS} drafts.` },
  missing: 'Draft does not exist',
  events: {
    type: 'drafts',
    added: (items) => ({ drafts: items.map(presentDraft) }),
    updated: (item) => ({ draft: presentDraft(item) }),
    removed: (draft_id) => ({ draft_id }),
  },
};
