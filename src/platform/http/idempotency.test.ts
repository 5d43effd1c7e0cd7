import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../db/sql.ts';
import { forgetOldAnswers } from './idempotency.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const HOUR = 3_600_000;
const { database, clock } = server.services;

test('an answer is given again for 24 hours, and its key is free after that', async () => {
  const organization = await server.organization();
  const dispatch = new DispatchClient(organization.dispatch);
  const [owner] = (await dispatch.get('/admins')).json;
  const body = { name: 'North Team', workers: [], managers: [owner.id] };
  const create = () => dispatch.post('/teams', body, { 'Idempotency-Key': 'one team' });
  const first = await create();
  assert.equal(first.status, 200, first.text);
  const kept = async () =>
    (await database.reader.first(sql<{ count: number }>`
      select count(*)::int as count from platform.idempotent_answers
      where organization_id = ${organization.organization_id}`))!.count;
  server.clock.advance(24 * HOUR - 60_000);
  assert.equal((await create()).text, first.text);
  await database.transaction((tx) => tx.run(forgetOldAnswers(clock.now())));
  assert.equal(await kept(), 1);
  assert.equal((await create()).text, first.text);
  server.clock.advance(120_000);
  body.name = 'South Team';
  const other = await create();
  assert.equal(other.status, 200, other.text);
  assert.notEqual(other.json.id, first.json.id);
  server.clock.advance(25 * HOUR);
  await database.transaction((tx) => tx.run(forgetOldAnswers(clock.now())));
  assert.equal(await kept(), 0);
});
