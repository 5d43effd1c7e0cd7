import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { after, test } from 'node:test';
import { startTestServer } from '../../../tests/harness/server.ts';
import { TooManyWaiting } from '../turns.ts';
import { findByPassword, hashPassword, isOutdated } from './passwords.ts';

const server = await startTestServer({ signInsWaiting: 20 });
after(() => server[Symbol.asyncDispose]());
const { services } = server;
const owner = { organizationId: 'A' };
const hash = await hashPassword(services, owner, 'the right one');
const other = await hashPassword(services, owner, 'another one');

test('all whose password it is, in their order', async () => {
  const find = async (hashes: (string | null)[]) => {
    const candidates = hashes.map((each, n) => ({ n, each }));
    const found = await findByPassword(services, owner, candidates, ({ each }) => each, 'the right one');
    return found.map(({ n }) => n);
  };
  assert.deepEqual(await find([]), []);
  assert.deepEqual(await find([null, other]), []);
  assert.deepEqual(await find([other, null, hash, hash]), [2, 3]);
  assert.deepEqual(await find([other, other, other, other, other, hash]), [5]);
});

test('as many are looked at for nobody as for somebody of each organization', async () => {
  for (let n = 0; n < 4; n++) await server.organization();
  const asked = async (accounts: number) => {
    const start = process.cpuUsage();
    await findByPassword(services, owner, Array<string>(accounts).fill(hash), (each) => each, 'wrong');
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  const ratios: number[] = [];
  // The process does other work too: the median is not of a single moment.
  for (let n = 0; n < 7; n++) ratios.push((await asked(0)) / (await asked(5)));
  const ratio = ratios.sort((a, b) => a - b)[3]!;
  assert.ok(ratio > 0.5 && ratio < 2, `the costs differ: ${ratio}`);
});

test('a hash of weaker settings is known as such', () => {
  assert.equal(isOutdated(hash), false);
  assert.equal(isOutdated(hash.replace('m=19456', 'm=4096')), true);
});

test('as many wait for their turn as may; more are refused at once, and nobody who waits is', async () => {
  // One person per password, none of whom has signed in.
  const work = Array.from({ length: 60 }, (_, person) =>
    hashPassword(services, { organizationId: undefined, person }, 'one of many'),
  );
  const results = await Promise.allSettled(work);
  const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  // One or two are under way, twenty wait.
  assert.ok(refused.length === 39 || refused.length === 38, String(refused.length));
  for (const { reason } of refused) assert.ok(reason instanceof TooManyWaiting);
  assert.ok(await hashPassword(services, owner, 'there is room again'));
});

test('one organization, or one address, leaves a fourth of the places to others', async () => {
  for (const one of [owner, { organizationId: undefined, person: '192.0.2.1' }]) {
    const work = Array.from({ length: 60 }, () => hashPassword(services, one, 'one of many'));
    const other = hashPassword(services, { organizationId: 'B' }, 'of another');
    const refused = (await Promise.allSettled(work)).filter(({ status }) => status === 'rejected');
    assert.ok(refused.length === 44 || refused.length === 43, String(refused.length));
    assert.ok(await other);
  }
});

test('passwords that wait in numbers leave threads for files', async () => {
  let done = 0;
  const all = Array.from({ length: 16 }, () => hashPassword(services, owner, 'one more').then(() => done++));
  // It would come after most of them, were they all given to the threads at once.
  await stat(import.meta.filename);
  const before = done;
  await Promise.all(all);
  assert.ok(before < 8, `${before} of 16 came first`);
});

test('who waits when the server stops is told so, and what is under way is not waited for', async () => {
  const stopping = await startTestServer({ signInsWaiting: 20 });
  const work = Promise.allSettled(
    Array.from({ length: 20 }, () => hashPassword(stopping.services, owner, 'one of many')),
  );
  await stopping.close();
  for (const result of await work)
    assert.ok(result.status === 'fulfilled' || result.reason instanceof TooManyWaiting, String(result));
  await assert.rejects(hashPassword(stopping.services, owner, 'too late'), TooManyWaiting);
});
