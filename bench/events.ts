import { Agent, get as httpGet } from 'node:http';
import { benchOrganization, joinChannel } from './fill.ts';
import { type Bench, basic, type Comparison, type Figures, FORM_TYPE, form, median, quantile } from './harness.ts';

const ROUNDS = 15;

/** Milliseconds from the request that sends until each waiting reader has its answer. */
type Once = () => Promise<number[]>;

/** (c) Send-to-receive time with 1 and 500 waiting queues, against one durable INSERT that answers as many held requests. */
export async function benchEvents(bench: Bench): Promise<Comparison[]> {
  const organization = await benchOrganization(bench);
  const headers = basic(organization.chat.email, organization.chat.api_key);
  await joinChannel(bench, organization.chat, 'bench', []);
  const post = async (path: string, fields: Record<string, string>) => {
    const response = await fetch(`${bench.hubbub}/api/v1${path}`, {
      method: 'POST',
      headers: { ...headers, ...FORM_TYPE },
      body: form(fields),
    });
    return (await response.json()) as { queue_id: string };
  };

  const results: Comparison[] = [];
  for (const waiting of [1, 500]) {
    const queues: { id: string; last: number }[] = [];
    for (let n = 0; n < waiting; n++)
      queues.push({ id: (await post('/register', { event_types: '["message"]' })).queue_id, last: -1 });
    const agent = new Agent({ keepAlive: true, maxSockets: waiting + 10 });
    const ours: Once = async () => {
      const polls = queues.map(async (queue) => {
        const url = `${bench.hubbub}/api/v1/events?${new URLSearchParams({ queue_id: queue.id, last_event_id: String(queue.last) })}`;
        const { text, at } = await read(url, headers, agent);
        queue.last = (JSON.parse(text) as { events: { id: number }[] }).events.at(-1)!.id;
        return at;
      });
      await waitingPolls(`${bench.hubbub}/metrics`, waiting);
      const start = performance.now();
      await post('/messages', { type: 'channel', to: 'bench', topic: 'bench', content: 'now' });
      return (await Promise.all(polls)).map((at) => at - start);
    };
    const limit: Once = async () => {
      const polls = Array.from({ length: waiting }, async () => (await read(`${bench.bare}/wait`, {}, agent)).at);
      await waitingPolls(`${bench.bare}/waiting`, waiting);
      const start = performance.now();
      await fetch(`${bench.bare}/release`, { method: 'POST', body: 'now', headers: { 'content-type': 'text/plain' } });
      return (await Promise.all(polls)).map((at) => at - start);
    };
    const rounds = { ours: [] as number[][], limit: [] as number[][] };
    for (let round = 0; round < ROUNDS; round++) {
      const taken = { ours: await ours(), limit: await limit() };
      if (round === 0) continue;
      rounds.ours.push(taken.ours);
      rounds.limit.push(taken.limit);
    }
    agent.destroy();
    const slowest = (times: number[][]) => median(times.map((one) => Math.max(...one)));
    results.push({
      name: `send to receive, ${waiting} waiting ${waiting === 1 ? 'queue' : 'queues'} (receivers a second)`,
      ours: figures(rounds.ours, waiting),
      limit: figures(rounds.limit, waiting),
      ratio: slowest(rounds.limit) / slowest(rounds.ours),
      aim: '',
    });
    console.error(
      `${waiting} waiting: last answer after ${slowest(rounds.ours).toFixed(1)} ms, limit ${slowest(rounds.limit).toFixed(1)} ms`,
    );
  }
  return results;
}

function figures(rounds: readonly number[][], waiting: number): Figures {
  const all = rounds.flat().sort((a, b) => a - b);
  const last = median(rounds.map((round) => Math.max(...round)));
  return { rate: (waiting * 1000) / last, median: quantile(all, 0.5), p99: quantile(all, 0.99) };
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

/** Waits until the server holds as many requests. */
async function waitingPolls(url: string, expected: number): Promise<void> {
  for (;;) {
    const text = await (await fetch(url)).text();
    const count = Number(/^(?:hubbub_event_polls_waiting )?(\d+)$/m.exec(text)?.[1] ?? 0);
    if (count >= expected) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
