/**
 * Three processes behind `deploy/haproxy.cfg`, which are killed and restarted in turn under writers, readers, streams and pages:
 * nothing acknowledged is lost, twice or out of order, and everybody hears of it. A rolling restart is seen by nobody, also where
 * the proxy asks no second process.
 *
 * Twenty rounds: FAULT=three-processes npm run test:fault; ROUNDS says how many.
 */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Haproxy, lacksHaproxy } from '../harness/haproxy.ts';
import type { Clients } from './rounds/load.ts';
import { DENSE, play, SPARSE } from './rounds/play.ts';
import { SeveralForm } from './rounds/several-form.ts';

const isLong = process.env.ROUNDS_OF_THREE !== undefined;
const ROUNDS = Number(process.env.ROUNDS_OF_THREE ?? 1);
const PROCESSES = [0, 1, 2];
const DENSITY = isLong ? DENSE : SPARSE;
const LONGEST_MS = 15;

let form: SeveralForm;
let clientsAt: (url: string) => Clients;

before(async () => {
  if (lacksHaproxy) return;
  ({ form, clientsAt } = await SeveralForm.start(PROCESSES.length));
});
after(() => form?.[Symbol.asyncDispose]());

const options = { skip: lacksHaproxy, timeout: 300_000 + (isLong ? ROUNDS * 120_000 : 0) };

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
    changes += await play(`restart ${round}`, [clientsAt(form.plain.url)], restarts, { ...DENSITY, isCalm: true });
    assert.deepEqual(noticed(form.plain), [], `round ${round}`);
  }
  t.diagnostic(`${ROUNDS * PROCESSES.length} restarts, ${changes} changes, ${form.plain.requests.length} requests`);
});

test('processes that are killed in turn lose nothing, and nothing is there twice', options, async (t) => {
  let changes = 0;
  const killed = isLong ? PROCESSES : [1];
  for (let round = 1; round <= ROUNDS; round++) {
    const kills = killed.map((n) => () => form.kill(n));
    changes += await play(`kill ${round}`, [clientsAt(form.proxy.url)], kills, DENSITY);
  }
  const unanswered = noticed(form.proxy).length;
  t.diagnostic(`${ROUNDS * killed.length} kills, ${changes} changes, ${unanswered} requests to be tried again`);
});
