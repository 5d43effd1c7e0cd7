import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import type { Reader } from '../db/reader.ts';
import { defineFact, type FactSource } from './facts.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { state, database } = server.services;

const people = defineFact('people of the test', ['chat.users']);
const person = defineFact('person of the test', ['chat.users']);
const { organization_id: organizationId, chat } = await server.organization();
const owner = new ChatClient(chat);

/** Facts of a snapshot as of now. */
async function snapshot(): Promise<FactSource> {
  return state.ofSnapshot(database.reader.of(organizationId), await state.stateVersion(organizationId));
}

/** An answer that comes when the test says. */
function gate<T>() {
  const loads: number[][] = [];
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const load = (_reader: Reader, ids: number[] = []): Promise<T> => {
    loads.push(ids);
    return promise;
  };
  return { loads, load, resolve, reject };
}

test('snapshots of one version load a fact once, also those that ask while the first still loads it', async () => {
  const { loads, load, resolve } = gate<string>();
  const answers = Array.from({ length: 3 }, async () => (await snapshot()).read(people, 'together', load));
  await Promise.all(answers.map(() => state.confirm(organizationId)));
  assert.equal(loads.length, 1);
  resolve('everybody');
  assert.deepEqual(await Promise.all(answers), ['everybody', 'everybody', 'everybody']);
  assert.equal(loads.length, 1);
});

test('of facts by ID, a snapshot loads those that no other is loading', async () => {
  const { loads, load, resolve } = gate<ReadonlyMap<number, string>>();
  const first = (await snapshot()).readMany(person, [1, 2], load);
  const second = (await snapshot()).readMany(person, [2, 3], async (_reader, ids) => {
    loads.push(ids);
    return new Map(ids.map((id) => [id, `${id} of the second`]));
  });
  await state.confirm(organizationId);
  assert.deepEqual(loads, [[1, 2]]);
  resolve(new Map([1, 2].map((id) => [id, `${id} of the first`])));
  assert.deepEqual([...(await second)].sort(), [
    [2, '2 of the first'],
    [3, '3 of the second'],
  ]);
  assert.deepEqual(loads, [[1, 2], [3]]);
  assert.equal((await first).size, 2);
});

test('a snapshot that waited for one that failed loads the fact itself', async () => {
  const failing = gate<string>();
  const failed = (await snapshot()).read(people, 'failing', failing.load);
  const waiting = (await snapshot()).read(people, 'failing', async () => 'loaded');
  const many = gate<ReadonlyMap<number, string>>();
  const failedMany = (await snapshot()).readMany(person, [7], many.load);
  const waitingMany = (await snapshot()).readMany(person, [7], async () => new Map([[7, 'loaded']]));
  await state.confirm(organizationId);
  const broken = new Error('the connection of the first has ended');
  failing.reject(broken);
  many.reject(broken);
  await assert.rejects(failed, broken);
  await assert.rejects(failedMany, broken);
  assert.equal(await waiting, 'loaded');
  assert.deepEqual(await waitingMany, new Map([[7, 'loaded']]));
});

test('a snapshot after a change does not take what one before it is loading', async () => {
  const { loads, load, resolve } = gate<string>();
  const older = (await snapshot()).read(people, 'changed', load);
  await state.confirm(organizationId);
  assert.equal((await owner.patch('/settings', { full_name: 'Ada Changed' })).status, 200);
  await state.confirm(organizationId);
  assert.equal(await (await snapshot()).read(people, 'changed', async () => 'newer'), 'newer');
  resolve('older');
  assert.equal(await older, 'older');
  assert.equal(loads.length, 1);
});
