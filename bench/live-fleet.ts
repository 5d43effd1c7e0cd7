import { createCredential } from '../src/platform/credentials/credentials.ts';
import { benchOrganization } from './fill.ts';
import { positionRows, somewhere } from './fill-fleet.ts';
import { type Bench, basic } from './harness.ts';
import { BenchStream } from './live-stream.ts';

/** Tasks of one request. */
const BATCH = 500;
/** Streams of one key at the most. */
const STREAMS_OF_KEY = 10;
/** Enough for a thousand streams. */
const KEYS = 100;

type Headers = Record<string, string>;

/** An organization that is watched: who watches it, and who changes it. */
export interface Fleet {
  keys: readonly Headers[];
  call(method: string, path: string, body: object): Promise<string>;
}

/** An organization with workers at places, and tasks that are with them. */
export async function makeFleet(bench: Bench, workers: number, tasks: number): Promise<Fleet> {
  const { organization_id: organizationId, dispatch } = await benchOrganization(bench.core);
  await positionRows(bench, organizationId, workers);
  const keys = await bench.core.services.database.transaction(async (tx) => {
    const made: Headers[] = [];
    for (let n = 0; n < KEYS; n++)
      made.push(basic((await createCredential(tx, { organizationId, kind: 'dispatch', subject: '' })).key, ''));
    return made;
  });
  const own = { ...basic(dispatch.api_key, ''), 'content-type': 'application/json' };
  const call = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${bench.hubbub}/api/v2${path}`, { method, headers: own, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
    return text;
  };
  for (let from = 0; from < tasks; from += BATCH) {
    const some = Array.from({ length: Math.min(BATCH, tasks - from) }, (_, n) => taskOf(from + n, workers));
    const { errors } = JSON.parse(await call('POST', '/tasks/batch', { tasks: some }));
    if (errors?.length > 0) throw new Error(JSON.stringify(errors[0]));
  }
  await bench.admin.query('vacuum analyze');
  return { keys, call };
}

export const taskOf = (n: number, workers: number) => ({
  destination: {
    address: { number: String(n), street: 'Example Street', city: 'San Francisco', country: 'USA' },
    location: somewhere(),
  },
  recipients: [{ name: `Recipient ${n}`, phone: `+1415${5_000_000 + n}` }],
  notes: 'ring twice',
  container: { type: 'WORKER', worker: `${(n % workers) + 1}`.padStart(24, 'W') },
});

export const live = (bench: Bench) => `${bench.hubbub}/api/v2/live`;

/** Opens streams that go on from one place, some at a time. */
export async function watch(bench: Bench, { keys }: Fleet, from: number, to: number): Promise<BenchStream[]> {
  const first = new BenchStream(live(bench), keys.at(-1)!);
  const { rest } = await first.lineOf('event: ready');
  first.close();
  const id = /id: (\S+)/.exec(rest)![1]!;
  const streams: BenchStream[] = [];
  for (let n = from; n < to; n += STREAMS_OF_KEY) {
    const some = Array.from(
      { length: Math.min(STREAMS_OF_KEY, to - n) },
      () => new BenchStream(live(bench), keys[Math.floor(n / STREAMS_OF_KEY)]!, id),
    );
    // The first positions are all of them; what follows is not held up by them.
    await Promise.all(some.flatMap((stream) => [stream.lineOf('event: ready'), stream.lineOf('event: positions')]));
    streams.push(...some);
  }
  return streams;
}
