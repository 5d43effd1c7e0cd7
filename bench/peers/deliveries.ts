import { EventStream } from '../event-stream.ts';
import { benchOrganization, chatCaller } from '../fill.ts';
import { type Bench, basic, type Finding, form, median } from '../harness.ts';
import { startEjabberd, XmppClient } from './ejabberd.ts';

/** Numbers of clients that receive each message. */
const RECEIVERS = [1, 200];
const ROUNDS = 20;
const SENDER = 'sender';
const READER = 'reader';

/** One who sends a text, and clients that all receive it. */
interface Side {
  /** @returns milliseconds until the last client has it */
  round(text: string): Promise<number>;
  close(): Promise<void>;
}

/**
 * Direct messages beside ejabberd with its archive: from sending until all clients of the recipient have it. ejabberd's archive
 * is in memory and written behind (Mnesia), Hubbub's message is on the disk before anybody receives it.
 */
export async function compareDeliveries(bench: Bench): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const receivers of RECEIVERS) {
    const name = `from sending until ${receivers === 1 ? 'a client has' : `${receivers} clients have`} it`;
    const ejabberd = await startEjabberd([SENDER, READER]);
    if (!ejabberd) return [...findings, { name, found: 'not measured: ejabberd is not installed', aim: '' }];
    const ours = await hubbubSide(bench, receivers);
    try {
      const theirs = await ejabberdSide(ejabberd.port, receivers);
      const times: [ours: number[], theirs: number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        times[0].push(await ours.round(`round ${round} of ours.`));
        times[1].push(await theirs.round(`round ${round} of theirs.`));
      }
      const [own, other] = times.map((each) => median(each)) as [number, number];
      findings.push({
        name,
        found: `Hubbub ${own.toFixed(1)} ms; ${ejabberd.version} ${other.toFixed(1)} ms`,
        aim: '',
      });
      await theirs.close();
    } finally {
      await ours.close();
      await ejabberd.stop();
    }
  }
  return findings;
}

async function hubbubSide(bench: Bench, receivers: number): Promise<Side> {
  const { chat } = await benchOrganization(bench.core);
  const call = chatCaller(bench, chat);
  const waits = new Set<(block: string) => void>();
  const streams: EventStream[] = [];
  for (let n = 0; n < receivers; n++) {
    const { queue_id } = JSON.parse(await call('POST', '/register', { event_types: '["message"]' })) as {
      queue_id: string;
    };
    const address = `${bench.hubbub}/api/v1/events/stream?${form({ queue_id })}`;
    const stream = new EventStream(
      address,
      { ...basic(chat.email, chat.api_key), 'last-event-id': '-1' },
      {
        onEvent: (block) => {
          for (const wait of [...waits]) wait(block);
        },
        onRefused: (error) => {
          throw error;
        },
      },
    );
    await stream.opened;
    streams.push(stream);
  }
  return {
    async round(text) {
      let left = receivers;
      const all = new Promise<number>((resolve) => {
        const wait = (block: string) => {
          if (!block.includes(text) || --left > 0) return;
          waits.delete(wait);
          resolve(performance.now());
        };
        waits.add(wait);
      });
      const start = performance.now();
      await call('POST', '/messages', { type: 'direct', to: `[${chat.user_id}]`, content: text });
      return (await all) - start;
    },
    async close() {
      for (const stream of streams) stream.close();
    },
  };
}

async function ejabberdSide(port: number, receivers: number): Promise<Side> {
  const sender = await XmppClient.connect(port, SENDER, 'desk');
  const readers: XmppClient[] = [];
  // A message to the account goes to all its clients, which have the same priority.
  for (let n = 0; n < receivers; n++) readers.push(await XmppClient.connect(port, READER, `client${n}`));
  return {
    async round(text) {
      const all = Promise.all(readers.map((reader) => reader.next(text)));
      const start = performance.now();
      sender.post(READER, text);
      return Math.max(...(await all)) - start;
    },
    async close() {
      for (const client of [sender, ...readers]) client.close();
    },
  };
}
