import { readFileSync } from 'node:fs';
import { Agent, get as httpGet } from 'node:http';
import { counted, OPENED_AT_ONCE, QueueStreams, silentStreams } from './event-streams.ts';
import { benchOrganization, chatCaller, joinChannel } from './fill.ts';
import {
  type Bench,
  basic,
  type Comparison,
  type Figures,
  type Finding,
  median,
  quantile,
  residentSet,
} from './harness.ts';
import { processorTime } from './processor-time.ts';

/** Rounds of a side in one go; the first is for warming up. */
const ROUNDS = 6;
/** Numbers of queues that wait. */
const WAITING = (process.env.EVENTS_BENCH_QUEUES ?? '1,200,500,10000').split(',').map(Number);
/** The most readers for which both sides are measured in turns; beyond, each would take the other's descriptors. */
const MOST_IN_TURNS = 500;

/** Polls of a queue are answered after a while in any case: all must wait before that. */
const OPENING_MS = 60_000;

/** Not all could be made to wait at once. */
class TooSlow extends Error {}

/** One message that goes to all who wait. */
interface Round {
  /** Milliseconds from the request that sends until each waiting reader has its answer. */
  times: number[];
  /** Processor time of the servers for each answer. */
  processor: number | undefined;
}

interface Waiting {
  poll(n: number, agent: Agent): Promise<number>;
  /** Number of held requests by the server's own count. */
  held(): Promise<number>;
  send(): Promise<unknown>;
}

/**
 * (c) Send-to-receive time with 1 to 10,000 waiting queues, against one durable INSERT that answers as many held requests
 * with the same bytes; the same for queues that are read by streams, against long polls; and what a waiting queue takes of memory.
 */
export async function benchEvents(bench: Bench): Promise<(Comparison | Finding)[]> {
  const organization = await benchOrganization(bench.core);
  const call = chatCaller(bench, organization.chat);
  await joinChannel(bench, organization.chat, 'bench', []);
  const answers = { last: '' };
  const results: (Comparison | Finding)[] = [];
  for (const waiting of WAITING) {
    const name = `send to receive, ${waiting} waiting ${waiting === 1 ? 'queue' : 'queues'} (receivers a second)`;
    if (waiting * 1.1 + 200 > openFilesLimit()) {
      results.push({
        name,
        found: `not measured: this process may open ${openFilesLimit()} files (ulimit -n)`,
        aim: '',
      });
      continue;
    }
    const queueIds = await makeQueues(bench, organization.organization_id, call, waiting);
    const lastIds = new Map<string, number>();
    const ours = waitingQueues(bench, organization.chat, { ids: queueIds, lastIds }, call, answers);
    const streams = streamedQueues(bench, organization.chat, { ids: queueIds, lastIds }, call);
    const limit = heldRequests(bench, answers);
    const rounds = { ours: [] as Round[], streams: [] as Round[], limit: [] as Round[] };
    const blocks = waiting > MOST_IN_TURNS ? 1 : 3;
    const memory: number[] = [];
    try {
      for (let block = 0; block < blocks; block++) {
        rounds.ours.push(...(await measure(ours, waiting, bench.hubbubPid, memory)));
        rounds.limit.push(...(await measure(limit, waiting, bench.barePid, memory)));
        rounds.streams.push(...(await measure(streams, waiting, bench.hubbubPid, [])));
      }
    } catch (error) {
      if (!(error instanceof TooSlow)) throw error;
      const found = `not measured: on this machine they do not all wait within ${OPENING_MS / 1000} s`;
      results.push({ name, found, aim: '' });
      continue;
    }
    const slowest = (some: readonly Round[]) => median(some.map(({ times }) => Math.max(...times)));
    results.push({
      name,
      ours: figures(rounds.ours, waiting),
      limit: figures(rounds.limit, waiting),
      ratio: slowest(rounds.limit) / slowest(rounds.ours),
      aim: waiting === 1 ? '' : waiting > MOST_IN_TURNS ? '≥ 0.7' : '≥ 0.8',
    });
    results.push({
      name: `the same by streams, beside long polls (receivers a second)`,
      ours: figures(rounds.streams, waiting),
      limit: figures(rounds.ours, waiting),
      ratio: slowest(rounds.ours) / slowest(rounds.streams),
      aim: waiting === 1 ? '' : '≥ 1',
    });
    console.error(
      `${waiting} waiting: last answer after ${slowest(rounds.ours).toFixed(1)} ms, limit ${slowest(rounds.limit).toFixed(1)} ms, streams ${slowest(rounds.streams).toFixed(1)} ms`,
    );
    if (waiting > MOST_IN_TURNS)
      results.push({
        name: `memory of ${waiting} waiting queues, connections included`,
        found: `${kilobytes(memory[0]!, waiting)} kB each; the bare server's held requests ${kilobytes(memory[1]!, waiting)} kB each`,
        aim: '< 20 kB',
      });
    if (waiting === 200 || waiting > MOST_IN_TURNS)
      results.push(...(await silentStreams(bench, organization.chat, { ids: queueIds, lastIds })));
  }
  return results;
}

const kilobytes = (bytes: number, waiting: number) => (bytes / waiting / 1000).toFixed(1);

interface QueuesRead {
  ids: readonly string[];
  /** ID of the last event of each queue that was read. */
  lastIds: Map<string, number>;
}

type Call = ReturnType<typeof chatCaller>;

/** One queue is registered, the others are its copies: so many registrations would take minutes. */
async function makeQueues(bench: Bench, organizationId: string, call: Call, count: number): Promise<string[]> {
  const { queue_id } = JSON.parse(await call('POST', '/register', { event_types: '["message"]' })) as {
    queue_id: string;
  };
  const { rows } = await bench.admin.query<{ id: string }>(
    `insert into chat.event_queues (organization_id, id, user_id, base_event_id, options, idle_seconds, created_at, polled_at)
     select organization_id, id || n, user_id, base_event_id, options, idle_seconds, created_at, polled_at
     from chat.event_queues, generate_series(1, $3::int) as n where organization_id = $1 and id = $2 returning id`,
    [organizationId, queue_id, count],
  );
  return rows.map(({ id }) => id);
}

function waitingQueues(
  bench: Bench,
  chat: { email: string; api_key: string },
  { ids, lastIds }: QueuesRead,
  call: Call,
  answers: { last: string },
): Waiting {
  const headers = basic(chat.email, chat.api_key);
  return {
    async poll(n, agent) {
      const id = ids[n]!;
      const query = new URLSearchParams({ queue_id: id, last_event_id: String(lastIds.get(id) ?? -1) });
      const { text, at } = await read(`${bench.hubbub}/api/v1/events?${query}`, headers, agent);
      const { events } = JSON.parse(text) as { events: { id: number }[] };
      lastIds.set(id, events.at(-1)!.id);
      answers.last = text;
      return at;
    },
    held: () => counted(`${bench.hubbub}/metrics`),
    send: () => sendTo(call),
  };
}

const sendTo = (call: Call) =>
  call('POST', '/messages', { type: 'channel', to: 'bench', topic: 'bench', content: 'now' });

/** The same queues, read by streams that stay open from one message to the next. */
function streamedQueues(
  bench: Bench,
  chat: { email: string; api_key: string },
  queues: QueuesRead,
  call: Call,
): Waiting {
  const streams = new QueueStreams({ url: bench.hubbub, headers: basic(chat.email, chat.api_key), ...queues });
  return {
    poll: (n, agent) => streams.next(n, agent),
    held: () => counted(`${bench.hubbub}/metrics`),
    send: () => sendTo(call),
  };
}

function heldRequests(bench: Bench, answers: { last: string }): Waiting {
  return {
    poll: async (_n, agent) => (await read(`${bench.bare}/wait`, {}, agent)).at,
    held: () => counted(`${bench.bare}/waiting`),
    send: () =>
      fetch(`${bench.bare}/release`, {
        method: 'POST',
        body: answers.last,
        headers: { 'content-type': 'text/plain' },
      }),
  };
}

/** @param memory gets by how much the server's resident memory grew while it held the first polls */
async function measure(side: Waiting, waiting: number, pid: number, memory: number[]): Promise<Round[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: waiting + 10 });
  const rounds: Round[] = [];
  try {
    const before = await residentSet(pid);
    for (let round = 0; round < ROUNDS; round++) {
      const polls: Promise<number>[] = [];
      const opening = performance.now();
      while (polls.length < waiting) {
        const end = Math.min(polls.length + OPENED_AT_ONCE, waiting);
        while (polls.length < end) polls.push(side.poll(polls.length, agent));
        while ((await side.held()) < end) {
          if (performance.now() - opening > OPENING_MS) {
            for (const poll of polls) poll.catch(() => undefined);
            throw new TooSlow();
          }
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      }
      if (round === 0) memory.push(((await residentSet(pid))?.now ?? Number.NaN) - (before?.now ?? 0));
      const busy = processorTime();
      const start = performance.now();
      await side.send();
      const times = (await Promise.all(polls)).map((at) => at - start);
      const now = processorTime();
      const processor = now === undefined || busy === undefined ? undefined : (now - busy) / waiting;
      if (round > 0) rounds.push({ times, processor });
    }
  } finally {
    agent.destroy();
  }
  return rounds;
}

function figures(rounds: readonly Round[], waiting: number): Figures {
  const all = rounds.flatMap(({ times }) => times).sort((a, b) => a - b);
  const last = median(rounds.map(({ times }) => Math.max(...times)));
  const processor = rounds.flatMap((round) => round.processor ?? []);
  return {
    rate: (waiting * 1000) / last,
    median: quantile(all, 0.5),
    p99: quantile(all, 0.99),
    processor: processor.length > 0 ? median(processor) : undefined,
  };
}

function read(url: string, headers: Record<string, string>, agent: Agent): Promise<{ text: string; at: number }> {
  return new Promise((resolve, reject) => {
    httpGet(url, { headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ text: Buffer.concat(chunks).toString(), at: performance.now() }));
    }).on('error', reject);
  });
}

function openFilesLimit(): number {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
