import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ChatClient } from '../../../../tests/harness/clients.ts';
import { makeChannel } from '../../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../../cli/organizations.ts';
import { sql } from '../../../platform/db/sql.ts';
import { compileSearch } from './compile-search.ts';
import { indexMessages } from './index-job.ts';
import { holdsMost, selectiveTerms } from './index-statistics.ts';

const MESSAGES = 1800;

let server: TestServer & AsyncDisposable;
let large: CreatedOrganization;
let small: CreatedOrganization;
before(async () => {
  server = await startTestServer();
  [large, small] = [await server.organization(), await server.organization()];
  await fill(large, 1);
  await fill(small, 30);
  await indexMessages(server.services);
  await server.services.database.pool.query('analyze chat.message_search');
});
after(() => server[Symbol.asyncDispose]());

/** Every `step`-th of the messages: all but each 600th name the harbour, and each 300th a zebra. */
async function fill(org: CreatedOrganization, step: number): Promise<void> {
  const { organization_id: organizationId, chat } = org;
  const channel = await makeChannel(server, organizationId, { name: 'dock', subscribers: [chat.user_id] });
  await server.services.database.transaction(async (tx) => {
    await tx.run(sql`
      insert into chat.messages (organization_id, id, recipient_id, channel_id, topic, sender_id, client, content,
        rendered_content, plain_text, sent_at)
      select ${organizationId}, nextval('chat.message_ids'), c.recipient_id, c.id, 'tours', ${chat.user_id}, 'test', body, body, body, now()
      from (select 'boat ' || n || case when n % 600 = 0 then '' else ' leaves the harbour' end
          || case when n % 300 = 0 then ' with a zebra' else '' end as body
        from generate_series(${step}::int, ${MESSAGES}::int, ${step}::int) as n order by n) as made
      join chat.channels c on c.organization_id = ${organizationId} and c.id = ${channel}`);
    await tx.run(
      sql`update platform.log_heads set message_id = currval('chat.message_ids') where organization_id = ${organizationId}`,
    );
  });
}

async function textsFound(org: CreatedOrganization, search: string): Promise<string[]> {
  const narrow = [['search', search]];
  const page = { anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false, narrow };
  const { json } = await new ChatClient(org.chat).get('/messages', page);
  return json.messages.map(({ content }: { content: string }) => content);
}

test('common words beside a rare one are not looked up, and count all the same', async () => {
  const reader = server.services.database.reader.of(large.organization_id);
  const { terms } = await compileSearch(reader, 'en', 'harbour zebra boat');
  const asked = await selectiveTerms(reader, terms);
  assert.deepEqual(
    asked.map(({ text }) => text),
    ['zebra'],
  );
  const withBoth = [300, 900, 1500].map((n) => `boat ${n} leaves the harbour with a zebra`);
  assert.deepEqual(await textsFound(large, 'harbour zebra boat'), withBoth);
  assert.deepEqual(await textsFound(large, 'zebra'), [
    ...withBoth.flatMap((text, index) => [text, `boat ${(index + 1) * 600} with a zebra`]),
  ]);
});

test('words of which none is rare are all looked up', async () => {
  const reader = server.services.database.reader.of(large.organization_id);
  const { terms } = await compileSearch(reader, 'en', 'harbour boat');
  assert.deepEqual(await selectiveTerms(reader, terms), terms);
});

test('an organization with most messages finds its own, and so does one with few', async () => {
  const most = [large, small].map((org) => holdsMost(server.services.database.reader.of(org.organization_id)));
  assert.deepEqual(await Promise.all(most), [true, false]);
  for (const org of [large, small]) {
    const found = await textsFound(org, 'zebra');
    assert.equal(found.length, 6);
  }
});

test('an organization with most messages is searched also before PostgreSQL has counted them', async () => {
  await server.services.database.pool.query(
    `select pg_clear_attribute_stats('chat', 'message_search', 'organization_id', false)`,
  );
  assert.equal(await holdsMost(server.services.database.reader.of(large.organization_id)), false);
  assert.equal((await textsFound(large, 'zebra')).length, 6);
});
