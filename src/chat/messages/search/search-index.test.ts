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

test('hits that lie far apart come in order, page after page in both directions', async () => {
  const org = await server.organization();
  const { organization_id: organizationId, chat } = org;
  const channel = await makeChannel(server, organizationId, { name: 'dock', subscribers: [chat.user_id] });
  // Too rare for a walk: 25 gnus and 10 zebras in each of twenty eras, and okapis in the oldest two and one of the newest.
  const fillEras = (from: number, to: number) =>
    server.services.database.transaction(async (tx) => {
      await tx.run(sql`
        insert into chat.messages (organization_id, id, recipient_id, channel_id, topic, sender_id, client, content,
          rendered_content, plain_text, sent_at)
        select ${organizationId}, ${base}::bigint + era * 65536 + n, c.recipient_id, c.id, 'tours', ${chat.user_id}, 'test',
          body, body, body, now()
        from (select era, n, concat_ws(' ', era || '-' || n, case when n % 40 = 0 then 'gnu' end,
            case when n % (case when era = 19 then 12 else 100 end) = 0 then 'zebra' end,
            case when n between 7 and 9 and era in (0, 1, 18) then 'okapi' end) as body
          from generate_series(${from}::int, ${to}::int) as era, generate_series(1, 1000) as n) as made
        join chat.channels c on c.organization_id = ${organizationId} and c.id = ${channel}`);
      await tx.run(sql`
        update platform.log_heads set message_id = (select setval('chat.message_ids', max(id)) from chat.messages)
        where organization_id = ${organizationId}`);
    });
  const [{ base }] = (await server.services.database.pool.query(`select nextval('chat.message_ids')::int as base`))
    .rows;
  await fillEras(0, 18);
  await indexMessages(server.services);
  // The newest are not prepared yet: their hits must not hide what lies between.
  await fillEras(19, 19);
  const client = new ChatClient(chat);
  const pages = async (search: string, direction: 'older' | 'newer', size: number) => {
    const found: string[] = [];
    const isOlder = direction === 'older';
    for (let anchor: string | number = isOlder ? 'newest' : 'oldest'; ; ) {
      const range = {
        num_before: isOlder ? size : 0,
        num_after: isOlder ? 0 : size,
        include_anchor: found.length === 0,
      };
      const { json } = await client.get('/messages', {
        anchor,
        ...range,
        apply_markdown: false,
        narrow: [['search', search]],
      });
      const texts: string[] = json.messages.map(({ content }: { content: string }) => content.split(' ')[0]);
      if (isOlder) found.unshift(...texts);
      else found.push(...texts);
      if (isOlder ? json.found_oldest : json.found_newest) return found;
      anchor = (isOlder ? json.messages[0] : json.messages.at(-1)).id;
    }
  };
  const found = (isFound: (era: number, n: number) => boolean) =>
    Array.from({ length: 20 * 1000 }, (_, at) => [Math.floor(at / 1000), (at % 1000) + 1] as const)
      .filter(([era, n]) => isFound(era, n))
      .map(([era, n]) => `${era}-${n}`);
  const gnus = found((_era, n) => n % 40 === 0);
  const zebras = found((era, n) => n % (era === 19 ? 12 : 100) === 0);
  const okapis = found((era, n) => [0, 1, 18].includes(era) && n >= 7 && n <= 9);
  for (const direction of ['older', 'newer'] as const) {
    assert.deepEqual(await pages('gnu', direction, 20), gnus, direction);
    assert.deepEqual(await pages('zebra', direction, 100), zebras, direction);
    assert.deepEqual(await pages('okapi', direction, 20), okapis, direction);
  }
});
