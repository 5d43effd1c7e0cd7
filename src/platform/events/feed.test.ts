import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '../../../tests/harness/server.ts';
import { Feed } from './feed.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { database, log } = server.services;

test('an organization that nobody asks for is followed no more after its time, and again when somebody does', async () => {
  const ids = [(await server.organization()).organization_id, (await server.organization()).organization_id] as const;
  const feed = new Feed({ reader: database.reader, log, availability: database.availability, idlePolls: 3 });
  const left: [string, string][] = [];
  feed.onForget((organizationIds, why) => left.push(...[...organizationIds].map((id): [string, string] => [id, why])));
  for (const id of ids) await feed.follow(id);
  for (let poll = 0; poll < 6; poll++) {
    assert.ok(feed.followed(ids[0]));
    await feed.poll();
  }
  assert.deepEqual(left, [[ids[1], 'idle']]);
  assert.equal(feed.followed(ids[1]), undefined);
  const head = (await feed.follow(ids[1])).head;
  assert.ok(head > 0);
  feed.stop();
});
