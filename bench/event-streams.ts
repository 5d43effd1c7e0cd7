import { Agent, get as httpGet } from 'node:http';
import { EventStream } from './event-stream.ts';
import { type Bench, basic, type Finding, freePort } from './harness.ts';
import { heapOf } from './live-memory.ts';
import { processorTimes } from './processor-time.ts';

/** Connections that are opened at once: more than the system lets wait would be made to come again a second later. */
export const OPENED_AT_ONCE = 250;
const PATIENCE_MS = 80_000;

/** Duration for which the processor time of heartbeats is measured, after as long for the garbage of opening. */
const HEARTBEAT_MS = 15_000;

/** A stream of one event queue that stays open, and tells when its next message came. */
class QueueStream {
  /** ID of the last event. */
  lastId: number;
  #wait: { resolve(at: number): void; reject(error: Error): void } | undefined;
  #over: Error | undefined;

  constructor(url: string, headers: Record<string, string>, agent: Agent, lastId: number) {
    this.lastId = lastId;
    const stream = new EventStream(
      url,
      { ...headers, 'last-event-id': String(lastId) },
      {
        agent,
        onEvent: (block, id) => {
          if (id !== undefined) this.lastId = Number(id);
          if (block.includes('data: {"type":"message"')) this.#wait?.resolve(performance.now());
        },
        onRefused: (error) => {
          stream.close();
          this.#over ??= error;
          this.#wait?.reject(error);
        },
      },
    );
  }

  /** Waits for the next message; gives when it came. */
  next(): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.#over) reject(this.#over);
      this.#wait = { resolve, reject };
    });
  }
}

interface Queues {
  /** Address of the server. */
  url: string;
  headers: Record<string, string>;
  ids: readonly string[];
  /** ID of the last event of each queue that was read. */
  lastIds: Map<string, number>;
}

/** Reads queues by streams; each is opened when its next message is waited for the first time. */
export class QueueStreams {
  readonly #queues: Queues;
  readonly #heartbeatSeconds: 3 | 25;
  #agent: Agent | undefined;
  #streams: QueueStream[] = [];

  constructor(queues: Queues, heartbeatSeconds: 3 | 25 = 25) {
    this.#queues = queues;
    this.#heartbeatSeconds = heartbeatSeconds;
  }

  /** Waits for the next message of the n-th queue. */
  async next(n: number, agent: Agent): Promise<number> {
    // With the agent before, its streams have ended.
    if (this.#agent !== agent) this.#streams = [];
    this.#agent = agent;
    const { url, headers, ids, lastIds } = this.#queues;
    const id = ids[n]!;
    const query = new URLSearchParams({ queue_id: id, heartbeat_seconds: String(this.#heartbeatSeconds) });
    this.#streams[n] ??= new QueueStream(`${url}/api/v1/events/stream?${query}`, headers, agent, lastIds.get(id) ?? -1);
    const stream = this.#streams[n]!;
    const at = await stream.next();
    lastIds.set(id, stream.lastId);
    return at;
  }
}

/**
 * Measures what silent queues cost a fresh server: memory of the heap after a collection, of streams and of long polls, and
 * processor time of its process with comments every 25 and every 3 seconds, and without streams.
 */
export async function silentStreams(
  bench: Bench,
  chat: { email: string; api_key: string },
  { ids, lastIds }: Pick<Queues, 'ids' | 'lastIds'>,
): Promise<Finding[]> {
  const port = await freePort();
  const hubbub = await bench.startBeside({ NODE_OPTIONS: `--inspect=127.0.0.1:${port}`, EVENT_POLL_SECONDS: '85' });
  const headers = basic(chat.email, chat.api_key);
  const { url } = hubbub;
  const opened = async <T>(
    open: (n: number, agent: Agent) => Promise<unknown>,
    measure: () => Promise<T>,
  ): Promise<T> => {
    const agent = new Agent({ maxSockets: ids.length + 10 });
    try {
      for (let n = 0; n < ids.length; ) {
        for (const end = Math.min(n + OPENED_AT_ONCE, ids.length); n < end; n++) open(n, agent).catch(() => undefined);
        await until(async () => (await counted(`${url}/metrics`)) >= n);
      }
      return await measure();
    } finally {
      agent.destroy();
      await until(async () => (await counted(`${url}/metrics`)) === 0);
    }
  };
  const streams = (seconds: 3 | 25) => {
    const side = new QueueStreams({ url, headers, ids, lastIds }, seconds);
    return (n: number, agent: Agent) => side.next(n, agent);
  };
  const polls = (n: number, agent: Agent) =>
    new Promise<void>((resolve, reject) => {
      const query = new URLSearchParams({ queue_id: ids[n]!, last_event_id: String(lastIds.get(ids[n]!) ?? -1) });
      httpGet(`${url}/api/v1/events?${query}`, { headers, agent }, () => resolve()).on('error', reject);
    });
  try {
    const heap = await heapOf(port);
    // What the first of them brings into memory is for all.
    await opened(streams(25), async () => undefined);
    const before = await heap();
    const ofPolls = (await opened(polls, heap)) - before;
    const none = await processorOf();
    const often = await opened(streams(3), processorOf);
    const { ofStreams, usual } = await opened(streams(25), async () => ({
      ofStreams: (await heap()) - before,
      usual: await processorOf(),
    }));
    const each = (bytes: number) => `${(bytes / ids.length / 1000).toFixed(1)} kB`;
    return [
      {
        name: `memory of a silent stream, of ${ids.length}, connection included`,
        found: `${each(ofStreams)}; of a long poll ${each(ofPolls)}`,
        aim: '< 20 kB',
      },
      {
        name: `processor time of ${ids.length} silent streams (milliseconds a second)`,
        found: `${often} with a comment every 3 s, ${usual} every 25 s; ${none} without streams`,
        aim: '',
      },
    ];
  } finally {
    await hubbub.stop();
  }
}

/** Processor time of the process that was started last, while nothing happens. */
async function processorOf(): Promise<string> {
  const pause = () => new Promise((resolve) => setTimeout(resolve, HEARTBEAT_MS));
  await pause();
  const before = processorTimes().own.at(-1)!;
  await pause();
  return (((processorTimes().own.at(-1)! - before) * 1000) / HEARTBEAT_MS).toFixed(1);
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const start = performance.now();
  while (!(await condition())) {
    if (performance.now() - start > PATIENCE_MS) throw new Error('streams or polls took too long');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Returns the number of held requests by a server's own count. */
export async function counted(url: string): Promise<number> {
  const text = await (await fetch(url)).text();
  return Number(/^(?:hubbub_event_polls_waiting )?(\d+)$/m.exec(text)?.[1] ?? 0);
}
