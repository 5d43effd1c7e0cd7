import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { destinationAt } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../db/sql.ts';
import { forgetAnswers } from './forget-answers.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const HOUR = 3_600_000;
const { database } = server.services;

test('an answer is given again for 24 hours, and its key is free after that', async () => {
  const organization = await server.organization();
  const dispatch = new DispatchClient(organization.dispatch);
  const [owner] = (await dispatch.get('/admins')).json;
  const body = { name: 'North Team', workers: [], managers: [owner.id] };
  const create = () => dispatch.post('/teams', body, { 'Idempotency-Key': 'one team' });
  const first = await create();
  assert.equal(first.status, 200, first.text);
  const retained = async () =>
    (await database.reader.first(sql<{ count: number }>`
      select count(*)::int as count from platform.idempotent_answers
      where organization_id = ${organization.organization_id}`))!.count;
  server.clock.advance(24 * HOUR - 60_000);
  assert.equal((await create()).text, first.text);
  await forgetAnswers.handle(server.services, {}, new AbortController().signal);
  assert.equal(await retained(), 1);
  assert.equal((await create()).text, first.text);
  server.clock.advance(120_000);
  body.name = 'South Team';
  const other = await create();
  assert.equal(other.status, 200, other.text);
  assert.notEqual(other.json.id, first.json.id);
  server.clock.advance(25 * HOUR);
  await forgetAnswers.handle(server.services, {}, new AbortController().signal);
  assert.equal(await retained(), 0);
});

test('an edit and a deletion that are repeated are answered as the first time, though they were made for a version', async () => {
  const organization = await server.organization();
  const dispatch = new DispatchClient(organization.dispatch);
  const task = (await dispatch.post('/tasks', { destination: destinationAt() })).json;
  const match = { 'If-Match': `"${task.version}"` };
  const edit = (notes: string) =>
    dispatch.request('PUT', `/tasks/${task.id}`, { notes }, { ...match, 'Idempotency-Key': 'edit' });
  const first = await edit('at the back');
  assert.equal(first.status, 200, first.text);
  const [again, other] = [await edit('at the back'), await edit('at the front')];
  assert.deepEqual([again.status, again.text], [200, first.text]);
  assert.equal(other.status, 400);
  assert.equal((await dispatch.request('PUT', `/tasks/${task.id}`, { notes: '' }, match)).status, 412);
  const remove = () => dispatch.request('DELETE', `/tasks/${task.id}`, undefined, { 'Idempotency-Key': 'removal' });
  for (const answer of [await remove(), await remove()]) assert.deepEqual([answer.status, answer.text], [200, '']);
  assert.equal((await dispatch.delete(`/tasks/${task.id}`)).status, 404);
});
