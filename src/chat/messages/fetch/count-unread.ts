import { Type } from 'typebox';
import { anyUser } from '../../http/caller.ts';
import { chatOperation } from '../../http/operation.ts';
import type { NarrowTerm } from '../../narrow/parse.ts';
import { compileNarrow } from '../query/compile-narrow.ts';
import { selectAmong, selectIds } from '../query/run-query.ts';

/** Beyond it nothing is counted. */
const MAX_COUNTED = 100;
/** Newest unread messages among which mentions are counted: of a backlog of years no more is read of each channel. */
const MAX_LOOKED_AT = 1000;

const UNREAD: NarrowTerm = { operator: 'is', operand: 'unread', negated: false };
const MENTIONED: NarrowTerm = { operator: 'is', operand: 'mentioned', negated: false };
const DIRECT: NarrowTerm = { operator: 'is', operand: 'dm', negated: false };

const NEWEST = { direction: 'older', bound: Number.MAX_SAFE_INTEGER } as const;

export const countUnread = chatOperation({
  method: 'GET',
  path: '/messages/unread_counts',
  summary: 'Count what waits for the caller, for a page that shows no messages',
  access: anyUser,
  params: {},
  answer: {
    direct: Type.Integer({
      description: `Number of unread direct messages; ${MAX_COUNTED} stands for ${MAX_COUNTED} or more.`,
    }),
    mentions: Type.Integer({
      description:
        `Number of unread messages in channels that mention the caller, among the newest ${MAX_LOOKED_AT} unread ` +
        `ones there; ${MAX_COUNTED} stands for ${MAX_COUNTED} or more.`,
    }),
  },
  errors: [],
  async read({ services, reader, caller }) {
    const queryOf = async (...terms: NarrowTerm[]) => (await compileNarrow(services, reader, caller, terms)).query;
    const inChannels = { ...DIRECT, negated: true };
    const direct = await selectIds(reader, await queryOf(UNREAD, DIRECT), { ...NEWEST, limit: MAX_COUNTED });
    const newest = await selectIds(reader, await queryOf(UNREAD, inChannels), { ...NEWEST, limit: MAX_LOOKED_AT });
    const mentions =
      newest.length > 0 ? await selectAmong(reader, await queryOf(MENTIONED, inChannels), newest) : newest;
    return { direct: direct.length, mentions: Math.min(mentions.length, MAX_COUNTED) };
  },
});
