/**
 * Two processes on a PostgreSQL of two nodes under `deploy/patroni.yml`, behind `deploy/haproxy-postgres.cfg`: a node that dies, a
 * server that crashes and a switchover lose nothing that was acknowledged, nothing is there twice, and everybody hears of it.
 * No process is started again.
 *
 * Five of each: FAULT=failover npm run test:fault; ROUNDS says how many.
 */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../harness/clients.ts';
import { QueueReader, type WireEvent } from '../harness/events.ts';
import { lacksPatroni, PatroniCluster, TTL_SECONDS } from '../harness/patroni.ts';
import type { Clients } from './rounds/load.ts';
import { DENSE, play, SPARSE } from './rounds/play.ts';
import { SeveralForm } from './rounds/several-form.ts';

const isLong = process.env.ROUNDS_OF_FAILOVER !== undefined;
const ROUNDS = Number(process.env.ROUNDS_OF_FAILOVER ?? 1);
/** Seconds for the program beside those of Patroni. */
const OWN_SECONDS = 3;
const QUEUE = { event_types: ['message'], apply_markdown: true };

let cluster: PatroniCluster;
let form: SeveralForm;
let places: Clients[];

before(async () => {
  if (lacksPatroni) return;
  const started = await SeveralForm.start(2, async (open) => {
    cluster = open.use(await PatroniCluster.start());
    return cluster;
  });
  form = started.form;
  places = form.urls.map(started.clientsAt);
});
after(() => form?.[Symbol.asyncDispose]());

const options = { skip: lacksPatroni, timeout: 300_000 + (isLong ? ROUNDS * 120_000 : 0) };

/** Waits until every process takes a message. @returns seconds */
async function isServedAgain(began: number): Promise<number> {
  const about = { type: 'stream', to: 'dock', topic: 'served', content: 'served' };
  for (const { chat, url } of places)
    await until(async () => (await chat.post('/messages', about).catch(() => undefined))?.status === 200, url, 120);
  return (performance.now() - began) / 1000;
}

/** Runs a fault so often under load. @param fault resolves once it has happened; `mend` brings back what it took away */
async function repeat(name: string, fault: () => Promise<(() => void) | undefined>): Promise<number[]> {
  const processes = form.processes;
  const seconds: number[] = [];
  for (let round = 1; round <= ROUNDS; round++)
    await play(
      `${name} ${round}`,
      places,
      [
        async () => {
          await cluster.isSafe();
          const began = performance.now();
          const mend = await fault();
          seconds.push(await isServedAgain(began));
          mend?.();
        },
      ],
      isLong ? DENSE : SPARSE,
    );
  assert.deepEqual(form.processes, processes);
  return seconds;
}

const outageOf = (seconds: readonly number[]) =>
  `served again after ${seconds.map((each) => each.toFixed(1)).join(', ')} s`;

test('a node that dies is replaced by the one that has everything', options, async (t) => {
  const seconds = await repeat('death', async () => {
    const dead = await cluster.primary();
    await cluster.killNode(dead);
    return () => cluster.begin(dead);
  });
  t.diagnostic(outageOf(seconds));
  if (isLong) for (const each of seconds) assert.ok(each <= TTL_SECONDS + OWN_SECONDS, `${each} s`);
});

test('a server that crashes is replaced by the other node', options, async (t) => {
  const seconds = await repeat('crash', async () => {
    await cluster.killServer(await cluster.primary());
    return undefined;
  });
  t.diagnostic(outageOf(seconds));
  if (isLong) for (const each of seconds) assert.ok(each <= TTL_SECONDS + OWN_SECONDS, `${each} s`);
});

test('a switchover is an interruption of seconds', options, async (t) => {
  const seconds = await repeat('switchover', async () => {
    await cluster.switchOver();
    return undefined;
  });
  t.diagnostic(outageOf(seconds));
  if (isLong) for (const each of seconds) assert.ok(each <= TTL_SECONDS + OWN_SECONDS, `${each} s`);
});

test('where the standby may lack something, a queue hears all that is there or is refused', options, async () => {
  await cluster.isSafe();
  await cluster.becomesAsynchronous();
  const [{ chat: here }, { chat: there }] = places as [Clients, Clients];
  const [ahead, behind] = [await QueueReader.register(here, QUEUE), await QueueReader.register(there, QUEUE)];
  const note = async (content: string) => {
    const sent = await here.post('/messages', { type: 'stream', to: 'dock', topic: 'asynchronous', content });
    assert.equal(sent.status, 200, sent.text);
  };
  await note('kept');
  await ahead.collect('message', 1);
  await behind.collect('message', 1);
  await cluster.hasCaughtUp();
  await cluster.cutOffStandby();
  for (const content of ['lost 1', 'lost 2', 'lost 3']) await note(content);
  await ahead.collect('message', 3);
  const dead = await cluster.primary();
  await cluster.killNode(dead);
  await isServedAgain(performance.now());
  const { messages } = (await there.get('/messages', { anchor: 'newest', num_before: 50, num_after: 0 })).json;
  const contents = messages.map(({ content }: { content: string }) => content);
  assert.ok(contents.includes('<p>kept</p>') && !contents.includes('<p>lost 1</p>'), contents.join());
  // It was told what there is no more: its client starts anew.
  const refused = await here.get('/events', { queue_id: ahead.queueId, last_event_id: ahead.lastEventId });
  assert.deepEqual([refused.status, refused.json.code], [400, 'BAD_EVENT_QUEUE_ID'], refused.text);
  // So does the client of the other process, which may have lacked nothing: it is refused, or hears it all.
  const answer = await there.get('/events', { queue_id: behind.queueId, last_event_id: behind.lastEventId });
  if (answer.status === 200)
    for (const { message } of answer.json.events) assert.ok(contents.includes(message.content), message.content);
  else assert.deepEqual([answer.status, answer.json.code], [400, 'BAD_EVENT_QUEUE_ID'], answer.text);
  const anew = await Promise.all([here, there].map((chat) => QueueReader.register(chat, QUEUE)));
  await note('afterwards');
  for (const queue of anew) {
    const [{ message }] = (await queue.collect('message', 1)) as [WireEvent];
    assert.equal(message.content, '<p>afterwards</p>');
  }
});
