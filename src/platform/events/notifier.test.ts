import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../tests/harness/clients.ts';
import type { AppendedEvent } from '../db/event.ts';
import { Notifier, type NotifierOptions } from './notifier.ts';
import { Signals } from './signals.ts';

test('the first commit after a pause is announced at once, and those that follow it together', async () => {
  const announced: string[][] = [];
  const pool = {
    async query(_text: string, [, texts]: [string, string[]]) {
      announced.push(texts.map((text) => text.replace(/^\S+ /, '')));
    },
  };
  const notifier = new Notifier({
    connectionString: '',
    database: { pool, availability: { logFailure: assert.fail } },
    feed: undefined,
    signals: new Signals(),
    wakeJobs: () => undefined,
  } as unknown as NotifierOptions);
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
