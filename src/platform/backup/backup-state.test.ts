import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '../../../tests/harness/server.ts';
import { commandWords } from '../texts/health-words.ts';
import { backupState, lastGoodBackup } from './access.ts';
import { doRecordBackup, doRecordVerified } from './actions.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { database, clock } = server.services;
const HOUR_MS = 3_600_000;
const begun = clock.now();

const record = (hoursAgo: number, failure: string | null = null) =>
  database.transaction((tx) =>
    doRecordBackup(tx, {
      begunAt: new Date(begun.getTime() - hoursAgo * HOUR_MS),
      ...{ file: 'hubbub.backup', bytes: failure === null ? 10 : null, failure, isScheduled: true },
    }),
  );
const settings = { backupFolder: '/srv/backups', backupEveryHours: 24 };
const state = (hours: number, given: { backupFolder: string | undefined; backupEveryHours: number } = settings) =>
  backupState(database.reader, given, new Date(begun.getTime() + hours * HOUR_MS), commandWords());

test('the state of backups: none, one that is late, one that failed, one that was tried out', async () => {
  const byHand = { backupFolder: undefined, backupEveryHours: 24 };
  assert.equal(await lastGoodBackup(database.reader), undefined);
  assert.deepEqual(await state(0, byHand), { state: 'warn', detail: 'no backup yet' });
  assert.equal((await state(0)).state, 'fail');
  await record(401 * 24);
  await record(1);
  assert.deepEqual(
    [(await state(47)).state, (await state(47.001)).state, (await state(1000, byHand)).state],
    ['ok', 'fail', 'ok'],
  );
  const { detail } = await state(0);
  assert.match(detail, /hubbub\.backup, 10 bytes, not verified$/);
  const good = await lastGoodBackup(database.reader);
  assert.equal(good!.getTime(), begun.getTime() - HOUR_MS);
  await database.transaction((tx) => doRecordVerified(tx, good!));
  assert.match((await state(0)).detail, /, verified \d{4}-/);

  await record(0, 'the disk is full');
  const failed = await state(0);
  assert.equal(failed.state, 'fail');
  assert.match(failed.detail, /the last attempt at .* failed: the disk is full$/);
  assert.equal((await lastGoodBackup(database.reader))!.getTime(), good!.getTime());
  await record(-0.5);
  assert.equal((await state(1)).state, 'ok');
});
