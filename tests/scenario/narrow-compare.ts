import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ChatClient } from '../harness/clients.ts';
import type { NarrowModel, Term } from './narrow-model.ts';
import { TOPICS } from './narrow-steps.ts';

const small = fc.nat({ max: 1000 });
/** A filter of a narrow whose operand is chosen among what the history left. */
export const filter = fc.record({
  kind: fc.constantFrom(
    'channel',
    'channels',
    'topic',
    'dm',
    'dm-including',
    'group-pm-with',
    'sender',
    'id',
    'with',
    'near',
    'in',
    'is',
    'is',
    'is',
    'has',
    'search',
    'search',
  ),
  choice: small,
  other: small,
  negated: fc.boolean(),
});
export type Chosen = typeof filter extends fc.Arbitrary<infer T> ? T : never;
const IN = ['home', 'all'];
const IS = ['dm', 'starred', 'mentioned', 'alerted', 'unread', 'read', 'resolved', 'followed', 'muted'];
const HAS = ['link', 'image', 'attachment', 'reaction'];
const KINDS = ['public', 'web-public', 'archived'];
const SEARCHES = [
  'parcels',
  'deliver',
  'delivered',
  'tour',
  '042',
  '東京',
  '駅',
  'x7',
  'öst',
  'm-h',
  'r',
  "t's",
  'parcel 1042',
  'zzz',
  'cafe',
  'CAFÉ',
  'ost',
];

/** The filter as a client writes it. */
export function termOf(model: NarrowModel, { kind, choice, other, negated }: Chosen): Term {
  const pick = <T>(list: readonly T[], n = choice) => list[n % list.length]!;
  const messageId = model.messages.length > 0 ? pick(model.messages).id : 1;
  const operand: Record<string, unknown> = {
    channel: other % 2 === 0 ? pick(model.channels).id : pick(model.channels).name,
    channels: pick(KINDS),
    topic: pick(TOPICS),
    dm: [pick(model.people).id, pick(model.people, other).id],
    'dm-including': pick(model.people).id,
    'group-pm-with': [pick(model.people).id, pick(model.people, other).id],
    sender: pick(model.people).id,
    id: messageId,
    with: choice % 7 === 0 ? 999_999_999 : messageId,
    near: messageId,
    in: pick(IN),
    is: pick(IS),
    has: pick(HAS),
    search: pick(SEARCHES),
  };
  return { operator: kind, operand: operand[kind], negated };
}

/** Holds what each person sees, message by message with its flags, against what the model says of it. */
export async function compareEverything(model: NarrowModel, clients: readonly ChatClient[]): Promise<void> {
  const given = model.messages.map(({ id }) => id);
  for (const [at, person] of model.people.entries()) {
    const { json } = await clients[at]!.get('/messages', { message_ids: given });
    const seen = json.messages.map(({ id, flags }: { id: number; flags: string[] }) => [id, flags.toSorted()]);
    const expected = model.messages
      .filter((message) => model.visible(person, message))
      .map((message) => [message.id, model.flags(person, message)]);
    assert.deepEqual(seen, expected, `everything that person ${at} of role ${person.role} sees`);
  }
}

/** Holds every way to ask for a narrow against what the model says of it. */
export async function compare(
  model: NarrowModel,
  client: ChatClient,
  at: number,
  terms: Term[],
  offset: number,
): Promise<void> {
  const person = model.people[at]!;
  const expected = model.select(person, terms);
  const label = `${['owner', 'Mara', 'Nils', 'Gwen'][at]} ${person.role}: ${JSON.stringify(terms)}`;
  const answer = await client.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 500, narrow: terms });
  if (expected === undefined) {
    assert.equal(answer.json.code, 'BAD_NARROW', label);
    return;
  }
  assert.equal(answer.json.result, 'success', `${label} ${answer.text}`);
  const ids = (given: { json: { messages: { id: number }[] } }) => given.json.messages.map(({ id }) => id);
  assert.deepEqual(ids(answer), expected, label);
  for (const message of answer.json.messages) {
    const own = model.messages.find(({ id }) => id === message.id)!;
    assert.deepEqual([...message.flags].sort(), model.flags(person, own), `flags of ${message.id} for ${label}`);
  }
  // A window around an anchor, cut by both numbers.
  const anchor = (model.messages[offset % Math.max(1, model.messages.length)]?.id ?? 1) + (offset % 2);
  const [before, afterwards] = [offset % 4, (offset >> 2) % 4];
  const window = await client.get('/messages', {
    anchor: String(anchor),
    num_before: before,
    num_after: afterwards,
    narrow: terms,
  });
  const older = expected.filter((id) => id < anchor);
  const newer = expected.filter((id) => id > anchor);
  const own = expected.filter((id) => id === anchor);
  assert.deepEqual(
    ids(window),
    [...older.slice(Math.max(0, older.length - before)), ...own, ...newer.slice(0, afterwards)],
    `around ${anchor} ${label}`,
  );
  assert.deepEqual(
    [window.json.found_oldest, window.json.found_newest, window.json.found_anchor],
    [older.length <= before, newer.length <= afterwards, own.length > 0],
    label,
  );
  const outside = await client.get('/messages', {
    anchor: String(anchor),
    include_anchor: false,
    num_before: before,
    num_after: afterwards,
    narrow: terms,
  });
  assert.deepEqual(
    ids(outside),
    [...older.slice(Math.max(0, older.length - before)), ...newer.slice(0, afterwards)],
    `around but without ${anchor} ${label}`,
  );
  const newest = await client.get('/messages', {
    anchor: 'newest',
    num_before: before + 1,
    num_after: 0,
    narrow: terms,
  });
  assert.deepEqual(ids(newest), expected.slice(-(before + 1)), `newest ${label}`);
  assert.deepEqual([newest.json.found_oldest, newest.json.found_newest], [expected.length <= before + 1, true], label);
  const unread = await client.get('/messages', { anchor: 'first_unread', num_before: 0, num_after: 0, narrow: terms });
  const firstUnread = model.firstUnread(person, terms, expected);
  assert.equal(unread.json.anchor, firstUnread ?? expected.at(-1) ?? 10_000_000_000_000_000, `first unread ${label}`);
  // Without a filter, `near` and `with` of nothing aside, messages named by ID need only be visible.
  const isNoFilter = ({ operator, operand }: Term) =>
    operator === 'near' || operator === 'with' || (operator === 'in' && operand === 'all');
  if (terms.every(isNoFilter)) return;
  const given = model.messages.map(({ id }) => id);
  const matching = await client.get('/messages/matches_narrow', { msg_ids: given, narrow: terms });
  assert.deepEqual(Object.keys(matching.json.messages).map(Number), expected, `matches_narrow ${label}`);
  const byIds = await client.get('/messages', { message_ids: given, narrow: terms });
  assert.deepEqual(ids(byIds), expected, `message_ids ${label}`);
}
