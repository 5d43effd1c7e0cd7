import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../tests/harness/clients.ts';
import type { AppendedEvent } from '../db/event.ts';
import { Notifier, type NotifierOptions } from './notifier.ts';
import { Signals } from './signals.ts';

/** A notifier whose announcements go nowhere but into a list. */
function collecting() {
  const announced: string[][] = [];
  const pool = {
    async query(_text: string, [, texts]: [string, string[]]) {
      announced.push(texts.map((text) => text.replace(/^\S+ /, '')));
    },
  };
  const signals = new Signals();
  const notifier = new Notifier({
    connectionString: '',
    database: { pool, availability: { logFailure: assert.fail } },
    feed: undefined,
    signals,
    wakeJobs: () => undefined,
  } as unknown as NotifierOptions);
  return { announced, notifier, signals };
}

test('the first commit after a pause is announced at once, and those that follow it together', async () => {
  const { announced, notifier } = collecting();
  const commit = (organizationId: string, id: number, jobs: string[] = []) =>
    notifier.committed({ events: [{ organizationId, id } as AppendedEvent], jobs });
  commit('a', 1);
  assert.deepEqual(announced, [['a 1']]);
  for (let id = 2; id <= 20; id++) commit('a', id);
  commit('b', 7, ['deliveries', 'deliveries']);
  assert.equal(announced.length, 1);
  await until(() => announced.length === 2, 'the second announcement');
  assert.deepEqual(announced[1], ['a 20', 'b 7', 'job deliveries']);
  await notifier.stop();
});

test('signals of one moment go out together, also when nothing is committed; one that is too long does not', async () => {
  const { announced, notifier, signals } = collecting();
  signals.send('typing', 1);
  assert.deepEqual(announced, [['signal ["typing",1]']]);
  signals.send('typing', 2);
  signals.send('typing', 'x'.repeat(7_800));
  signals.send('typing', 3);
  assert.equal(announced.length, 1);
  await until(() => announced.length === 2, 'the second announcement');
  assert.deepEqual(announced[1], ['signal ["typing",2]', 'signal ["typing",3]']);
  await notifier.stop();
  signals.send('typing', 4);
  assert.equal(announced.length, 2);
});
