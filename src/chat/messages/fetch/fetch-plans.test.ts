import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makePerson } from '../../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../../cli/organizations.ts';
import { PoolReader, type Reader } from '../../../platform/db/reader.ts';
import { prepare, type Sql, sql } from '../../../platform/db/sql.ts';
import { Role } from '../../http/caller.ts';
import { parseNarrow } from '../../narrow/parse.ts';
import { compileNarrow } from '../query/compile-narrow.ts';
import { indexMessages } from '../search/index-job.ts';
import { type AnchorWindow, readAnchorWindow } from './anchor-window.ts';

const MESSAGES = 60_000;
const CHANNELS = 100;

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let other: number;
before(async () => {
  server = await startTestServer();
  org = await server.organization();
  other = (await makePerson(server, org, { name: 'Mara Member' })).id;
  await fill();
});
after(() => server[Symbol.asyncDispose]());

/** The owner is in every channel; one message in twenty is between the two; every 500th is starred, every 300th mentions. */
async function fill(): Promise<void> {
  const organizationId = org.organization_id;
  const me = org.chat.user_id;
  await server.services.database.transaction(async (tx) => {
    await tx.run(sql`insert into chat.channels (organization_id, name, date_created)
      select ${organizationId}, 'channel ' || n, now() from generate_series(1, ${CHANNELS}::int) as n`);
    await tx.run(sql`insert into chat.subscriptions (organization_id, channel_id, user_id, color)
      select ${organizationId}, id, ${me}, '#76ce90' from chat.channels where organization_id = ${organizationId}`);
    await tx.run(sql`insert into chat.subscription_periods (organization_id, channel_id, user_id, after_message_id, after_event_id)
      select ${organizationId}, id, ${me}, 0, 0 from chat.channels where organization_id = ${organizationId}`);
    const direct = await tx.first(sql<{ id: number }>`insert into chat.direct_conversations (organization_id, user_ids)
      values (${organizationId}, ${[me, other].sort((a, b) => a - b)}::bigint[]) returning recipient_id as id`);
    await tx.run(sql`insert into chat.direct_conversation_members (organization_id, user_id, recipient_id)
      values (${organizationId}, ${me}, ${direct!.id}), (${organizationId}, ${other}, ${direct!.id})`);
    await tx.run(sql`
      insert into chat.messages (organization_id, id, recipient_id, channel_id, topic, sender_id, client, content,
        rendered_content, plain_text, sent_at)
      select ${organizationId}, n, coalesce(c.recipient_id, ${direct!.id}), c.id, case when c.id is null then '' else 'topic ' || n % 7 end,
        ${other}, 'test', body, body, body, now()
      from (select n, 'parcel ' || n || ' is on its way' || case when n % 1000 = 0 then ' zebra' else '' end as body
        from generate_series(1, ${MESSAGES}::int) as n) as made
      left join (select id, recipient_id, row_number() over (order by id) as place from chat.channels
        where organization_id = ${organizationId}) as c on n % 20 <> 0 and c.place = 1 + n % ${CHANNELS}::int`);
    await tx.run(sql`insert into chat.message_flags (organization_id, user_id, message_id, flags)
      select ${organizationId}, ${me}, n, case when n % 500 = 0 then 1 else 4 end
      from generate_series(1, ${MESSAGES}::int) as n where n % 500 = 0 or n % 300 = 0`);
    await tx.run(sql`insert into chat.read_ranges (organization_id, user_id, recipient_id, ranges)
      select ${organizationId}, ${me}, recipient_id, int8multirange(int8range(1, ${MESSAGES - 500}))
      from chat.channels where organization_id = ${organizationId}`);
    await tx.run(sql`select setval('chat.message_ids', ${MESSAGES})`);
    await tx.run(sql`update platform.log_heads set message_id = ${MESSAGES} where organization_id = ${organizationId}`);
  });
  await indexMessages(server.services);
  await server.services.database.pool.query('vacuum analyze');
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** Runs statements with their plans: how many rows of the message table each looked at, and how. */
class ExplainingReader implements Reader {
  readonly organizationId = org.organization_id;
  read = 0;
  scans: string[] = [];
  /** Looks for what was marked as read in a conversation. */
  marks = 0;
  /** Conditions by which the index of searched words was asked. */
  words: string[] = [];
  readonly #reader = new PoolReader(server.services.database.pool, () => undefined);

  async all<Row>(statement: Sql<Row>): Promise<Row[]> {
    const { text, values } = prepare(statement);
    const explained = await server.services.database.pool.query(`explain (analyze, format json) ${text}`, values);
    this.#look(explained.rows[0]['QUERY PLAN'][0].Plan);
    return this.#reader.all(statement);
  }

  async first<Row>(statement: Sql<Row>): Promise<Row | undefined> {
    return (await this.all(statement))[0];
  }

  of(): Reader {
    return this;
  }

  #look(plan: Plan): void {
    if (plan['Relation Name'] === 'messages') {
      const rows =
        plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
      this.read += rows * plan['Actual Loops'];
      if (plan['Node Type'] === 'Seq Scan') this.scans.push(plan['Node Type']);
    }
    if (plan['Relation Name'] === 'read_ranges') this.marks += plan['Actual Loops'];
    if (plan['Index Name'] === 'message_search_document') this.words.push(plan['Index Cond'] ?? '');
    for (const child of plan.Plans ?? []) this.#look(child);
  }
}

async function look(
  narrow: unknown[],
  range: Partial<AnchorWindow> = {},
): Promise<{ ids: number[]; reader: ExplainingReader }> {
  const reader = new ExplainingReader();
  const caller = {
    organizationId: org.organization_id,
    userId: org.chat.user_id as never,
    role: Role.owner,
  };
  const { query } = await compileNarrow(server.services, reader, caller, parseNarrow(narrow));
  const { page } = await readAnchorWindow(reader, query, {
    anchor: 'newest',
    includeAnchor: true,
    before: 100,
    after: 0,
    ...range,
  });
  return { ids: page.ids, reader };
}

const channel = ['channel', 'channel 8'];
const narrows: Record<
  string,
  { narrow: () => unknown[]; range?: Partial<AnchorWindow>; most: number; found?: number }
> = {
  channel: { narrow: () => [channel], most: 500 },
  topic: { narrow: () => [channel, ['topic', 'Topic 3']], most: 500, found: 85 },
  dm: { narrow: () => [{ operator: 'dm', operand: [other] }], most: 500 },
  'all direct messages': { narrow: () => [['is', 'dm']], most: 500 },
  'combined feed': { narrow: () => [], most: 500 },
  starred: { narrow: () => [['is', 'starred']], most: 500 },
  mentions: { narrow: () => [['is', 'mentioned']], most: 1000 },
  'has a link': { narrow: () => [['has', 'link']], most: 500, found: 0 },
  'has a reaction': { narrow: () => [['has', 'reaction']], most: 500, found: 0 },
  unread: { narrow: () => [['is', 'unread']], most: 3000 },
  'first unread': { narrow: () => [], range: { anchor: 'first_unread', before: 50, after: 50 }, most: 1000, found: 70 },
  'first unread of a channel': {
    narrow: () => [channel],
    range: { anchor: 'first_unread', before: 50, after: 50 },
    most: 500,
    found: 55,
  },
  'search for a common word': { narrow: () => [['search', 'parcels']], most: 500 },
  'search for a rare word': { narrow: () => [['search', 'zebra']], most: 1000, found: 60 },
  'search for a part of a word': { narrow: () => [['search', '7321']], most: 1000, found: 6 },
};

for (const [name, { narrow, range, most, found = 100 }] of Object.entries(narrows)) {
  test(`${name}: no scan of the message table`, async () => {
    const { ids, reader } = await look(narrow(), range);
    assert.deepEqual(reader.scans, []);
    assert.ok(reader.read <= most, `${reader.read} rows read`);
    assert.equal(ids.length, found);
  });
}

test('the first unread message of a channel is found without a look at the other channels', async () => {
  const { reader } = await look([channel], { anchor: 'first_unread', before: 50, after: 50 });
  assert.ok(reader.marks <= 5, `${reader.marks} conversations were asked`);
});

test('a rare word among common ones is looked up alone, without the organization that has most messages', async () => {
  const { ids, reader } = await look([['search', 'parcel zebra']]);
  assert.equal(ids.length, 60);
  assert.equal(reader.words.length, 1);
  assert.match(reader.words[0]!, /zebra/);
  assert.doesNotMatch(reader.words[0]!, /parcel|organization_id/);
});
