import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../harness/clients.ts';
import { FollowedFleet } from './followed-fleet.ts';
import { FollowedMessages, type Reading } from './followed-messages.ts';
import { History } from './history.ts';
import { type Clients, isOutage, Load } from './load.ts';

/** Density of the load: `pauseMs` between two requests of each writer, and at least so many changes between two faults. */
interface Density {
  pauseMs: number;
  changes: number;
}

export const DENSE: Density = { pauseMs: 20, changes: 30 };
/** For an ordinary run: the load is to cost little. */
export const SPARSE: Density = { pauseMs: 2000, changes: 2 };

const READINGS: readonly Reading[] = ['waits', 'streams'];

/**
 * Runs faults under the load of writers, readers, streams and pages, and checks everything afterwards.
 * @param places clients of each place that is asked
 * @param isCalm whether nobody may notice, so that pages open too
 * @returns acknowledged changes
 */
export async function play(
  topic: string,
  places: readonly Clients[],
  faults: readonly (() => Promise<void>)[],
  { pauseMs, changes, isCalm = false }: Density & { isCalm?: boolean },
): Promise<number> {
  const [first] = places as [Clients];
  const history = new History(topic);
  await using begun = new AsyncDisposableStack();
  const followed = await Promise.all(
    places.flatMap(({ chat }) => READINGS.map((reading) => new FollowedMessages(chat, reading).start())),
  );
  for (const each of followed) begun.defer(() => each.end());
  const fleet = begun.adopt(await FollowedFleet.start(first), (each) => each.end());
  const load = new Load(history, places, pauseMs);
  begun.defer(() => load.giveUp());
  const pages = begun.adopt(openPages(first.url, pauseMs), (each) => each.end());
  for (const fault of faults) {
    const reached = history.size + changes;
    await until(() => history.size > reached, 'changes');
    await fault();
  }
  const reached = history.size + changes;
  await until(() => history.size > reached, 'changes');
  await Promise.all([load.end(), pages.end()]);
  history.begins('end', `${topic}: end`);
  const about = { type: 'stream', to: 'dock', topic, content: `${topic}: end` };
  const end = await first.chat.post('/messages', about);
  for (const each of followed) await each.isUpTo(end);
  await history.checkMessages(first.chat, followed);
  await history.checkTasks(first.dispatch, []);
  await fleet.check();
  // Queues are in the database: the death of a process, or of its database's node, ends none.
  assert.deepEqual(
    followed.map(({ lost }) => lost),
    followed.map(() => 0),
  );
  if (isCalm) assert.ok(pages.opened > 0);
  return history.size;
}

/** Somebody who opens pages, one after the other. */
function openPages(url: string, pauseMs: number) {
  let isOver = false;
  const opener = {
    opened: 0,
    async end() {
      isOver = true;
      await ended;
    },
  };
  const ended = (async () => {
    while (!isOver) {
      const answer = await fetch(`${url}/sign-in`).catch(() => undefined);
      const text = await answer?.text().catch(() => undefined);
      if (answer?.status === 200 && text?.includes('<form')) opener.opened++;
      else if (answer) assert.ok(isOutage({ ...answer, status: answer.status, text: text ?? '', json: undefined }));
      await pause(pauseMs);
    }
  })();
  return opener;
}
