import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { completeChannelPermissions } from '../../src/chat/channels/permissions.ts';
import { systemGroupIds } from '../../src/chat/user-groups/access.ts';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { ChatClient, until } from '../harness/clients.ts';
import { changeState } from '../harness/people.ts';
import { startTestServer } from '../harness/server.ts';
import { type PlanCost, planCost, sentStatements } from '../harness/statements.ts';

const PEOPLE = 1000;
const CHANNELS = 1000;
const CHANNELS_OF_EACH = 20;
const MESSAGES = 5000;
/** A probe for each subscription instead of one scan is no matter; a join of all with all is. */
const NO_MATTER = 2 * PEOPLE * CHANNELS_OF_EACH;

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { database } = server.services;

let org: CreatedOrganization;
let owner: ChatClient;
let channelIds: number[];
let people: number[];

before(async () => {
  org = await server.organization();
  owner = new ChatClient(org.chat);
  const { organization_id: id } = org;
  await database.transaction(async (tx) => {
    // What this test is about: PostgreSQL must not come to know the tables by itself meanwhile.
    for (const table of ['users', 'channels', 'subscriptions', 'subscription_periods', 'messages'])
      await tx.run(sql.raw(`alter table chat.${table} set (autovacuum_enabled = off)`));
  });
  const permissions = completeChannelPermissions({}, await systemGroupIds(server.services.state.of(id)), null);
  await changeState(server, id, async (tx) => {
    const made = await tx.all(sql<{ id: number }>`
      insert into chat.users (organization_id, email, full_name, role, date_joined)
      select ${id}, 'person' || n || '@couriers.example', 'Person ' || n, 400, now() from generate_series(1, ${PEOPLE}::int) n
      returning id`);
    people = made.map((row) => row.id);
    const channels = await tx.all(sql<{ id: number; recipient_id: number }>`
      insert into chat.channels (organization_id, name, date_created, permissions)
      select ${id}, 'lane ' || n, now() - interval '1 year', ${JSON.stringify(permissions)}::jsonb
      from generate_series(1, ${CHANNELS}::int) n
      returning id, recipient_id`);
    channelIds = channels.map((row) => row.id);
    await tx.run(sql`
      insert into chat.subscriptions (organization_id, channel_id, user_id, color)
      select ${id}, (${channelIds}::bigint[])[1 + (u * 7 + k * 53) % ${CHANNELS}::int], u, '#76ce90'
      from unnest(${[org.chat.user_id, ...people]}::bigint[]) as u, generate_series(1, ${CHANNELS_OF_EACH}::int) k`);
    await tx.run(sql`
      insert into chat.subscription_periods (organization_id, channel_id, user_id, after_message_id, after_event_id)
      select organization_id, channel_id, user_id, 0, 0 from chat.subscriptions where organization_id = ${id}
      on conflict do nothing`);
    await tx.run(sql`
      insert into chat.messages (organization_id, id, recipient_id, channel_id, topic, sender_id, client, content,
        rendered_content, plain_text, sent_at)
      select ${id}, nextval('chat.message_ids'), (${channels.map((row) => row.recipient_id)}::bigint[])[1 + n % ${CHANNELS}::int],
        (${channelIds}::bigint[])[1 + n % ${CHANNELS}::int], 'boxes', ${people[0]}, 'test', 'x', '<p>x</p>', 'x', now()
      from generate_series(1, ${MESSAGES}::int) n`);
  });
});

/** Typical daily statements of an organization of that size. */
async function hotRequests(): Promise<void> {
  const narrow = [['channel', channelIds[3]]];
  const answers = [
    await owner.post('/register', { include_subscribers: true }),
    await owner.get('/messages', { anchor: 'newest', num_before: 50, num_after: 0 }),
    await owner.get('/messages', { anchor: 'newest', num_before: 50, num_after: 0, narrow }),
    await owner.get('/messages', { anchor: 'first_unread', num_before: 20, num_after: 20 }),
    await owner.get('/streams'),
    await owner.get('/users'),
    await owner.get('/users/me/subscriptions', { include_subscribers: true }),
    await owner.get(`/streams/${channelIds[3]}/members`),
    await owner.get('/user_groups'),
    await owner.post('/messages', { type: 'stream', to: channelIds[3], topic: 'boxes', content: 'hello @**all**' }),
    await owner.post('/messages', { type: 'direct', to: [people[5]], content: 'hello' }),
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'lane 7' }],
      principals: people.slice(0, 100),
    }),
    await owner.delete('/users/me/subscriptions', { subscriptions: ['lane 7'], principals: people.slice(0, 100) }),
  ];
  for (const { status, text } of answers) assert.equal(status, 200, text);
}

test('what is asked all day costs the same before PostgreSQL has statistics, and when it plans without the values', async () => {
  const statements = await sentStatements(hotRequests);
  assert.ok(statements.length > 60, `${statements.length} statements`);
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  try {
    const costs = new Map<string, PlanCost[]>();
    const look = async () => {
      for (const statement of statements)
        for (const plan of ['custom', 'generic'] as const) {
          const cost = await planCost(client, statement, plan);
          costs.set(statement.text, [...(costs.get(statement.text) ?? []), cost]);
        }
    };
    await look();
    const unknown = await client.query(
      `select 1 from pg_stat_user_tables where schemaname = 'chat' and last_analyze is not null`,
    );
    assert.equal(unknown.rowCount, 0, 'nothing has been analysed so far');
    await client.query('analyze');
    await look();
    const wrong: string[] = [];
    for (const [text, all] of costs) {
      const spread = (value: (cost: PlanCost) => number) => {
        const values = all.map(value);
        return { least: Math.min(...values), most: Math.max(...values) };
      };
      const rows = spread((cost) => cost.rows);
      const pages = spread((cost) => cost.pages);
      if (rows.most > 3 * rows.least + NO_MATTER) wrong.push(`${rows.least} to ${rows.most} rows: ${text}`);
      if (pages.most > 3 * pages.least + NO_MATTER) wrong.push(`${pages.least} to ${pages.most} pages: ${text}`);
    }
    assert.deepEqual(wrong, []);
  } finally {
    await client.end();
  }
});

test('subscribing a thousand people has the tables analysed', async () => {
  const at = async () => {
    const { rows } = await database.pool.query<{ at: Date | null }>(
      `select max(last_analyze) as at from pg_stat_user_tables where schemaname = 'chat' and relname = 'subscriptions'`,
    );
    return rows[0]!.at?.getTime() ?? 0;
  };
  const before = await at();
  const answer = await owner.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'everybody' }],
    principals: people,
  });
  assert.equal(answer.status, 200, answer.text);
  await until(async () => (await at()) > before, 'the statistics');
});
