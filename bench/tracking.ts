import { setTimeout as pause } from 'node:timers/promises';
import { type Bench, type Finding, freePort } from './harness.ts';
import { makeFleet } from './live-fleet.ts';
import { heapOf } from './live-memory.ts';
import { BenchStream } from './live-stream.ts';

const WORKERS = 500;
const TASKS = 5000;
const FIRST = 500;
/** Followers by whose memory that of one is reckoned; a process may have 20,000 files open on most machines. */
const MORE = 4000;
const AT_ONCE = 100;
const COUNTED_MS = 20_000;

/** The recipients' pages: what one that is open costs, in memory and in work. */
export async function benchTracking(bench: Bench): Promise<Finding[]> {
  await makeFleet(bench, WORKERS, TASKS);
  const { rows } = await bench.admin.query<{ token: string }>(
    `select tracking_token as token from dispatch.tasks order by md5(id) limit ${FIRST + MORE}`,
  );
  const tokens = rows.map(({ token }) => token);
  const port = await freePort();
  const hubbub = await bench.startBeside({
    TRUSTED_PROXIES: '127.0.0.1',
    NODE_OPTIONS: `--inspect=127.0.0.1:${port}`,
  });
  const streams: BenchStream[] = [];
  try {
    const used = await heapOf(port);
    await follow(hubbub.url, tokens.slice(0, FIRST), streams);
    const before = await used();
    await follow(hubbub.url, tokens.slice(FIRST), streams);
    const each = ((await used()) - before) / MORE;
    const [from, start] = [await measurePages(bench), performance.now()];
    await pause(COUNTED_MS);
    const seconds = (performance.now() - start) / 1000;
    return [
      {
        name: `memory of an open tracking page, of ${FIRST + MORE}, connection included`,
        found: `${(each / 1000).toFixed(1)} kB`,
        aim: '≤ 10 kB',
      },
      {
        name: `reads of tasks a second for ${FIRST + MORE} open tracking pages while nothing happens`,
        found: (((await measurePages(bench)) - from) / seconds).toFixed(0),
        aim: '≤ 1 a page and second',
      },
    ];
  } finally {
    for (const stream of streams) stream.close();
    await hubbub.stop();
  }
}

/** Opens a stream for each token, as phones of some networks do. */
async function follow(url: string, tokens: readonly string[], streams: BenchStream[]): Promise<void> {
  for (let from = 0; from < tokens.length; from += AT_ONCE) {
    const network = { 'x-forwarded-for': `10.0.${Math.floor(streams.length / AT_ONCE)}.1` };
    const some = tokens
      .slice(from, from + AT_ONCE)
      .map((token) => new BenchStream(`${url}/api/v2/tracking/${token}/events`, network));
    await Promise.all(some.map((stream) => stream.lineOf('event: view')));
    streams.push(...some);
  }
}

/** Look-ups of tasks by their token so far; PostgreSQL tells of them up to a second late. */
async function measurePages({ admin }: Bench): Promise<number> {
  const { rows } = await admin.query<{ count: string }>(
    `select sum(idx_scan) as count from pg_stat_user_indexes
     where relname = 'tasks' and schemaname = 'dispatch' and indexrelname like '%tracking%'`,
  );
  return Number(rows[0]!.count);
}
