import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeChannel, makePerson } from '../../../../tests/harness/people.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { sql } from '../../../platform/db/sql.ts';
import { indexMessages } from './index-job.ts';
import { startIndex } from './index-queries.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

const MESSAGES = 30;
/** Judging once for every pair of them is this many times as much work. */
const OF_PAIRS = MESSAGES;

test('messages that are not prepared for search yet are checked once each', async () => {
  const org = await server.organization();
  const mara = await makePerson(server, org, { name: 'Mara Member' });
  const dock = await makeChannel(server, org.organization_id, { name: 'dock', subscribers: [mara.id] });
  const long = 'crate '.repeat(1500);
  for (let n = 0; n < MESSAGES; n++)
    await mara.client.post('/messages', { type: 'channel', to: dock, topic: 'gates', content: `${long}${n}` });
  const narrow = [
    ['search', '<->'],
    ['sender', mara.id],
  ];
  const began = performance.now();
  const found = await mara.client.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0, narrow });
  assert.deepEqual(found.json.messages, []);
  const searched = performance.now() - began;
  // The same texts judged by the database alone, once each: what a machine takes for it, however busy it is.
  const bare = performance.now();
  await server.services.database.reader.all(sql`
    select chat.search_fold(plain_text) like '%<->%', chat.search_document('en', plain_text, topic) from chat.messages
    where organization_id = ${org.organization_id}`);
  const ratio = searched / (performance.now() - bare);
  assert.ok(ratio < OF_PAIRS / 2, `it took ${ratio} times as long`);
});

test('a message that was changed, and is to be prepared anew in another language, is found once', async () => {
  const org = await server.organization();
  const mara = await makePerson(server, org, { name: 'Mara Member' });
  const dock = await makeChannel(server, org.organization_id, { name: 'dock', subscribers: [mara.id] });
  const ids: number[] = [];
  for (let n = 0; n < 5; n++) {
    const crate = { type: 'channel', to: dock, topic: 'gates', content: `crate ${n}` };
    ids.push((await mara.client.post('/messages', crate)).json.id);
  }
  await indexMessages(server.services);
  assert.equal((await mara.client.patch(`/messages/${ids[4]}`, { content: 'crates' })).status, 200);
  await server.services.database.transaction((tx) => startIndex(tx, { id: org.organization_id, language: 'de' }));
  const found = await mara.client.get('/messages', {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow: [['search', 'crate']],
  });
  assert.deepEqual(
    found.json.messages.map(({ id }: { id: number }) => id),
    ids,
  );
  assert.equal(found.json.found_oldest, true);
});

test('each side of an anchor holds its own messages, prepared, changed or not prepared yet', async () => {
  const org = await server.organization();
  const mara = await makePerson(server, org, { name: 'Mara Member' });
  const dock = await makeChannel(server, org.organization_id, { name: 'dock', subscribers: [mara.id] });
  const ids: number[] = [];
  const send = async (content: string) => {
    const sent = await mara.client.post('/messages', { type: 'channel', to: dock, topic: 'gates', content });
    ids.push(sent.json.id);
  };
  for (let n = 0; n < 6; n++) await send(`crate ${n}`);
  await indexMessages(server.services);
  for (const n of [1, 4])
    assert.equal((await mara.client.patch(`/messages/${ids[n]}`, { content: 'crates' })).status, 200);
  for (let n = 6; n < 9; n++) await send(`crate ${n}`);
  // More than there are, so that what is nearest does not suffice and the index is asked.
  const all = { num_before: 20, num_after: 20, narrow: [['search', 'crate']] };
  for (const anchor of ids) {
    for (const include_anchor of [true, false]) {
      const { json } = await mara.client.get('/messages', { ...all, anchor, include_anchor });
      assert.deepEqual(
        json.messages.map(({ id }: { id: number }) => id),
        ids.filter((id) => include_anchor || id !== anchor),
      );
      assert.deepEqual([json.found_oldest, json.found_newest, json.found_anchor], [true, true, include_anchor]);
    }
  }
});
