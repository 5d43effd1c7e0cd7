import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { json, text, withDefault } from '../http/params.ts';
import { lockMarks } from '../messages/edit/move-lock.ts';
import { MAX_MESSAGES, parseAnchor, readAnchorWindow } from '../messages/fetch/anchor-window.ts';
import { compileNarrow } from '../messages/query/compile-narrow.ts';
import { parseNarrow } from '../narrow/parse.ts';
import { doUpdateFlags } from './actions.ts';
import { flagParams, readFlagChange } from './editable-flags.ts';
import { loadMarkable } from './queries.ts';

const Amount = Type.Integer({ minimum: 0 });
const IdOrNull = Type.Union([Type.Integer(), Type.Null()]);

export const updateMessageFlagsForNarrow = chatOperation({
  method: 'POST',
  path: '/messages/flags/narrow',
  since: 155,
  summary: "Add or remove the caller's flag on a range of messages",
  access: anyUser,
  params: {
    anchor: text(Type.String({ description: 'ID of a message, `newest`, `oldest` or `first_unread`.' })),
    include_anchor: withDefault(
      json(Type.Boolean({ description: "Whether the range has the message with the anchor's ID." })),
      true,
    ),
    num_before: json(described(Amount, 'Number of messages before the anchor. The server may take fewer.')),
    num_after: json(described(Amount, 'Number of messages after the anchor. The server may take fewer.')),
    narrow: withDefault(
      json(
        Type.Array(Type.Unknown(), {
          description:
            'Filter: a list of terms such as `{"operator": "is", "operand": "unread"}`. Empty: all messages.',
        }),
      ),
      [],
    ),
    ...flagParams,
  },
  answer: {
    processed_count: Type.Integer({ description: 'Number of messages in the range.' }),
    updated_count: Type.Integer({ description: 'Number of messages whose flag changed.' }),
    first_processed_id: described(IdOrNull, 'ID of the oldest message in the range. Null if the range is empty.'),
    last_processed_id: described(IdOrNull, 'ID of the newest message in the range. Null if the range is empty.'),
    found_oldest: Type.Boolean({ description: 'Whether no older messages match.' }),
    found_newest: Type.Boolean({ description: 'Whether no newer messages match.' }),
    ignored_because_not_subscribed_channels: Type.Optional(
      Type.Array(Type.Integer(), {
        description: 'Channels whose messages stayed read, because the caller is not subscribed to them.',
      }),
    ),
  },
  errors: ['BAD_NARROW'],
  async write({ tx, services, caller }, { anchor, include_anchor, num_before, num_after, narrow, ...given }) {
    const change = readFlagChange(given);
    const range = { anchor: parseAnchor(anchor), includeAnchor: include_anchor, ...lowered(num_before, num_after) };
    const terms = parseNarrow(narrow);
    await lockMarks(tx, caller.userId);
    const { query } = await compileNarrow(services, tx, caller, terms);
    const { ids, foundOldest, foundNewest } = (await readAnchorWindow(tx, query, range)).window;
    const found = await loadMarkable(tx, query.view, change, ids);
    const { updatedIds, ignoredChannelIds } = await doUpdateFlags(tx, query.view, change, found);
    return {
      processed_count: ids.length,
      updated_count: updatedIds.length,
      first_processed_id: ids[0] ?? null,
      last_processed_id: ids.at(-1) ?? null,
      found_oldest: foundOldest,
      found_newest: foundNewest,
      ...(change.flag === 'read' && change.op === 'remove'
        ? { ignored_because_not_subscribed_channels: ignoredChannelIds }
        : {}),
    };
  },
});

/** spec: chat 4.11: the server may lower the numbers. The side that asks for less keeps what it asked for. */
function lowered(before: number, after: number): { before: number; after: number } {
  const fewer = Math.min(before, Math.max(MAX_MESSAGES / 2, MAX_MESSAGES - after));
  return { before: fewer, after: Math.min(after, MAX_MESSAGES - fewer) };
}
