import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findByPassword, hashPassword } from './passwords.ts';

const hash = await hashPassword('the right one');
const other = await hashPassword('another one');

test('the first whose password it is', async () => {
  const find = (hashes: (string | null)[]) =>
    findByPassword(
      hashes.map((each, n) => ({ n, each })),
      ({ each }) => each,
      'the right one',
    );
  assert.equal(await find([]), undefined);
  assert.equal(await find([null, other]), undefined);
  assert.equal((await find([other, null, hash, hash]))?.n, 2);
  assert.equal((await find([other, other, other, other, other, hash]))?.n, 5);
});

test('as many are looked at for nobody as for five accounts', async () => {
  const asked = async (accounts: number) => {
    const start = process.cpuUsage();
    await findByPassword(Array(accounts).fill(hash), (each) => each as string, 'wrong');
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  await asked(0);
  const ratio = (await asked(0)) / (await asked(5));
  assert.ok(ratio > 0.5 && ratio < 2, `the costs differ: ${ratio}`);
});
