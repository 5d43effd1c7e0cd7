/**
 * Three processes behind `deploy/haproxy.cfg`, which are killed and restarted in turn under writers, readers, streams and pages:
 * nothing acknowledged is lost, twice or out of order, and everybody hears of it. A rolling restart is seen by nobody, also where
 * the proxy asks no second process.
 *
 * Twenty rounds: FAULT=three-processes npm run test:fault; ROUNDS says how many.
 */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../harness/clients.ts';
import { type Haproxy, lacksHaproxy } from '../harness/haproxy.ts';
import { FollowedFleet } from './rounds/followed-fleet.ts';
import { FollowedMessages, type Reading } from './rounds/followed-messages.ts';
import { History } from './rounds/history.ts';
import { type Clients, isOutage, Load } from './rounds/load.ts';
import { ThreeForm } from './rounds/three-form.ts';

const isLong = process.env.ROUNDS_OF_THREE !== undefined;
const ROUNDS = Number(process.env.ROUNDS_OF_THREE ?? 1);
const PROCESSES = [0, 1, 2];
/** Between two requests of each writer: in an ordinary run the load is to cost little. */
const PAUSE_MS = isLong ? 20 : 2000;
/** Changes between two faults, at least. */
const CHANGES = isLong ? 30 : 2;
const READINGS: readonly Reading[] = ['waits', 'streams'];
const LONGEST_MS = 15;

let form: ThreeForm;
let clientsAt: (url: string) => Clients;

before(async () => {
  if (lacksHaproxy) return;
  ({ form, clientsAt } = await ThreeForm.start());
});
after(() => form?.[Symbol.asyncDispose]());

const options = { skip: lacksHaproxy, timeout: 300_000 + (isLong ? ROUNDS * 120_000 : 0) };

/**
 * Runs faults under load through a proxy, and checks everything afterwards.
 * @param isCalm whether nobody may lose a queue
 */
async function play(topic: string, proxy: Haproxy, faults: readonly (() => Promise<void>)[], isCalm: boolean) {
  const clients = clientsAt(proxy.url);
  const history = new History(topic);
  await using begun = new AsyncDisposableStack();
  const followed = await Promise.all(READINGS.map((reading) => new FollowedMessages(clients.chat, reading).start()));
  for (const each of followed) begun.defer(() => each.end());
  const fleet = begun.adopt(await FollowedFleet.start(clients), (each) => each.end());
  const load = new Load(history, [clients], PAUSE_MS);
  begun.defer(() => load.giveUp());
  const pages = begun.adopt(openPages(proxy.url), (each) => each.end());
  for (const fault of faults) {
    const reached = history.size + CHANGES;
    await until(() => history.size > reached, 'changes');
    await fault();
  }
  const reached = history.size + CHANGES;
  await until(() => history.size > reached, 'changes');
  await Promise.all([load.end(), pages.end()]);
  history.begins('end', `${topic}: end`);
  const about = { type: 'stream', to: 'dock', topic, content: `${topic}: end` };
  const end = await clients.chat.post('/messages', about);
  for (const each of followed) await each.isUpTo(end);
  await history.checkMessages(clients.chat, followed);
  await history.checkTasks(clients.dispatch, []);
  await fleet.check();
  // Queues are in the database: the death of a process ends none.
  assert.deepEqual(
    followed.map(({ lost }) => lost),
    READINGS.map(() => 0),
  );
  if (isCalm) assert.ok(pages.opened > 0);
  return history.size;
}

/** Somebody who opens pages, one after the other. */
function openPages(url: string) {
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
      await pause(PAUSE_MS);
    }
  })();
  return opener;
}

/** Requests that somebody noticed: refused, unanswered or cut off by a process. A client that goes does so itself (`C`). */
const noticed = ({ requests }: Haproxy) =>
  requests
    .filter(({ status, end }) => !end.startsWith('C') && (status >= 500 || end !== '----'))
    .map(({ line }) => line);

test('from one process to another a message takes 15 ms at the median', options, async (t) => {
  const [here, there] = form.urls.map((url) => clientsAt(url).chat);
  const queue = (await there!.post('/register', { event_types: ['message'] })).json;
  let last = queue.last_event_id;
  const times: number[] = [];
  for (let n = 0; n < (isLong ? 200 : 10); n++) {
    const arrival = there!.get('/events', { queue_id: queue.queue_id, last_event_id: last }).then(({ json }) => {
      last = json.events.at(-1).id;
      return performance.now();
    });
    const began = performance.now();
    await here!.post('/messages', { type: 'stream', to: 'dock', topic: 'time', content: `note ${n}` });
    times.push((await arrival) - began);
  }
  const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
  t.diagnostic(`from A to B: ${median.toFixed(1)} ms at the median of ${times.length}`);
  if (isLong) assert.ok(median <= LONGEST_MS, `${median} ms`);
});

test('a rolling restart is seen by nobody, also through a proxy without redispatch', options, async (t) => {
  let changes = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const restarts = PROCESSES.map((n) => () => form.restart(n));
    changes += await play(`restart ${round}`, form.plain, restarts, true);
    assert.deepEqual(noticed(form.plain), [], `round ${round}`);
  }
  t.diagnostic(`${ROUNDS * PROCESSES.length} restarts, ${changes} changes, ${form.plain.requests.length} requests`);
});

test('processes that are killed in turn lose nothing, and nothing is there twice', options, async (t) => {
  let changes = 0;
  const killed = isLong ? PROCESSES : [1];
  for (let round = 1; round <= ROUNDS; round++) {
    const kills = killed.map((n) => () => form.kill(n));
    changes += await play(`kill ${round}`, form.proxy, kills, false);
  }
  const unanswered = noticed(form.proxy).length;
  t.diagnostic(`${ROUNDS * killed.length} kills, ${changes} changes, ${unanswered} requests to be tried again`);
});
