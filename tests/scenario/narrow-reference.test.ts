import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { changeState, makeChannel, makePerson } from '../../src/chat/messages/people.fixture.ts';
import { indexMessages } from '../../src/chat/messages/search-index.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { ChatClient } from '../harness/clients.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { settleReadMarks, takeStep } from './narrow-history.ts';
import { NarrowModel, type Term } from './narrow-model.ts';
import { STEMS, type Step, step, TOPICS } from './narrow-steps.ts';

const MILLISECONDS = 25_000;

let server: TestServer & AsyncDisposable;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

const small = fc.nat({ max: 1000 });
/** A filter whose operand is chosen among what the history left. */
const filter = fc.record({
  kind: fc.constantFrom(
    'channel',
    'channels',
    'topic',
    'dm',
    'dm-including',
    'sender',
    'id',
    'with',
    'near',
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
type Chosen = typeof filter extends fc.Arbitrary<infer T> ? T : never;
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
];

function termOf(model: NarrowModel, { kind, choice, other, negated }: Chosen): Term {
  const pick = <T>(list: readonly T[], n = choice) => list[n % list.length]!;
  const messageId = model.messages.length > 0 ? pick(model.messages).id : 1;
  const operand: Record<string, unknown> = {
    channel: pick(model.channels).id,
    channels: pick(KINDS),
    topic: pick(TOPICS),
    dm: [pick(model.people).id, pick(model.people, other).id],
    'dm-including': pick(model.people).id,
    sender: pick(model.people).id,
    id: messageId,
    with: choice % 7 === 0 ? 999_999_999 : messageId,
    near: messageId,
    is: pick(IS),
    has: pick(HAS),
    search: pick(SEARCHES),
  };
  return { operator: kind, operand: operand[kind], negated };
}

test('every narrow holds what a slow and obvious reference says, over random histories', async (t) => {
  let narrows = 0;
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 15, maxLength: 60 }),
    fc.array(fc.array(filter, { minLength: 0, maxLength: 3 }), { minLength: 12, maxLength: 12 }),
    fc.nat({ max: 20 }),
    async (steps, chosen, offset) => {
      const { model, clients } = await play(steps);
      for (const [n, filters] of chosen.entries()) {
        const terms = filters.map((given) => termOf(model, given));
        const at = (n + offset) % model.people.length;
        await compare(model, clients[at]!, at, terms, offset);
        narrows++;
      }
    },
  );
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  t.diagnostic(`seed ${seed}`);
  await fc.assert(property, {
    seed,
    numRuns: 200,
    interruptAfterTimeLimit: MILLISECONDS,
    markInterruptAsFailure: false,
  });
  t.diagnostic(`${narrows} narrows`);
  assert.ok(narrows > 0);
});

async function play(steps: readonly Step[]): Promise<{ model: NarrowModel; clients: ChatClient[] }> {
  const org = await server.organization();
  const organizationId = org.organization_id;
  const model = new NarrowModel();
  model.stems = STEMS;
  const clients = [new ChatClient(org.chat)];
  const person = (id: number, email: string, role: number) =>
    model.people.push({
      id,
      role,
      email,
      periods: [],
      muted: new Set(),
      policies: new Map(),
      starred: new Set(),
      mentioned: new Set(),
      alerted: new Set(),
      read: new Set(),
    });
  person(org.chat.user_id, org.chat.email, 100);
  for (const [name, role] of [
    ['Mara Member', 400],
    ['Nils Night', 400],
    ['Gwen Guest', 600],
  ] as const) {
    const made = await makePerson(server, org, { name, role });
    person(made.id, made.email, role);
    clients.push(made.client);
  }
  for (const [name, inviteOnly, webPublic] of [
    ['floor', false, false],
    ['closed', true, false],
    ['kept', true, false],
    ['open', false, true],
  ] as const) {
    const id = await makeChannel(server, organizationId, { name, inviteOnly, subscribers: [] });
    const row = await server.services.database.transaction((tx) =>
      tx.first(sql<{ recipient_id: number }>`
        update chat.channels set is_web_public = ${webPublic}, history_public_to_subscribers = ${name !== 'kept'}
        where organization_id = ${organizationId} and id = ${id} returning recipient_id`),
    );
    model.channels.push({
      id,
      recipientId: row!.recipient_id,
      name,
      inviteOnly,
      webPublic,
      historyPublic: name !== 'kept',
      archived: false,
    });
  }
  // One transaction between two preparations of the search index: each has its own view of what is stale.
  let pending: Exclude<Step, { do: 'index' }>[] = [];
  const flush = () =>
    changeState(server, organizationId, async (tx) => {
      for (const next of pending) await takeStep(tx, organizationId, model, next);
      await tx.run(
        sql`update platform.log_heads set message_id = (select last_value from chat.message_ids) where organization_id = ${organizationId}`,
      );
      pending = [];
    });
  for (const next of steps) {
    if (next.do !== 'index') pending.push(next);
    else {
      await flush();
      await indexMessages(server.services);
    }
  }
  await flush();
  settleReadMarks(model);
  return { model, clients };
}

async function compare(
  model: NarrowModel,
  client: ChatClient,
  at: number,
  terms: Term[],
  offset: number,
): Promise<void> {
  const person = model.people[at]!;
  const expected = model.select(person, terms);
  const said = `${['owner', 'Mara', 'Nils', 'Gwen'][at]} ${person.role}: ${JSON.stringify(terms)}`;
  const answer = await client.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 500, narrow: terms });
  if (expected === undefined) {
    assert.equal(answer.json.code, 'BAD_NARROW', said);
    return;
  }
  assert.equal(answer.json.result, 'success', `${said} ${answer.text}`);
  const ids = (given: { json: { messages: { id: number }[] } }) => given.json.messages.map(({ id }) => id);
  assert.deepEqual(ids(answer), expected, said);
  for (const message of answer.json.messages) {
    const own = model.messages.find(({ id }) => id === message.id)!;
    assert.deepEqual([...message.flags].sort(), model.flags(person, own), `flags of ${message.id} for ${said}`);
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
    `around ${anchor} ${said}`,
  );
  assert.deepEqual(
    [window.json.found_oldest, window.json.found_newest, window.json.found_anchor],
    [older.length <= before, newer.length <= afterwards, own.length > 0],
    said,
  );
  const unread = await client.get('/messages', { anchor: 'first_unread', num_before: 0, num_after: 0, narrow: terms });
  const firstUnread = expected.find((id) => model.unread(person, model.messages.find((message) => message.id === id)!));
  assert.equal(unread.json.anchor, firstUnread ?? expected.at(-1) ?? 10_000_000_000_000_000, `first unread ${said}`);
  // Without a filter, `near` and `with` of nothing aside, messages named by ID need only be visible.
  if (terms.every(({ operator }) => operator === 'near' || operator === 'with')) return;
  const given = model.messages.map(({ id }) => id);
  const matching = await client.get('/messages/matches_narrow', { msg_ids: given, narrow: terms });
  assert.deepEqual(Object.keys(matching.json.messages).map(Number), expected, `matches_narrow ${said}`);
}
