import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { addBesideRest } from '../src/platform/events/add-log-weeks.ts';
import { loadLogWeeks, mondayOf } from '../src/platform/events/log-weeks.ts';
import { trimLog } from '../src/platform/events/trim-log.ts';
import { benchOrganization, chatCaller, joinChannel } from './fill.ts';
import { addMessages, makePlaces, type Places } from './fill-messages.ts';
import {
  type Bench,
  basic,
  type Comparison,
  compareSides,
  type Finding,
  FORM_TYPE,
  form,
  type Load,
  loading,
  startBench,
} from './harness.ts';

/** Numbers of messages. */
const FEWEST = 10_000;
const SIZES = [100_000, 1_000_000, 10_000_000];
const { GROWTH_BENCH_MESSAGES = '1000000' } = process.env;
const CHANNELS = 20;
/** Number of the newest messages that the reader has not read. */
const BACKLOG = 5000;
/** Disk that a message takes while it is filled in: itself, its indexes and their sorting, its event, write-ahead log. */
const BYTES_WHILE_FILLING = 5000;
/** Events of the newest messages, over these weeks: the first of them is over. */
const MAX_EVENTS = 1_000_000;
const LOG_WEEKS = 4;

const SENT = {
  type: 'channel',
  to: 'bench',
  topic: 'bench',
  content: 'The 14:30 to the harbour leaves five minutes late, two parcels were missing a label.',
};

/** Tables with rows of messages, beside the event log. */
const TABLES = ['chat.messages', 'chat.message_search', 'chat.message_flags', 'chat.reactions'];

/**
 * Sending, fetching and searching among ever more messages of one organization, each in turns with the same among the
 * fewest, on a PostgreSQL of its own; the disk that a message takes, and the end of an old day's events.
 */
export async function benchGrowth(bench: Bench): Promise<(Comparison | Finding)[]> {
  const sizes = SIZES.filter((size) => size <= Number(GROWTH_BENCH_MESSAGES));
  await requireDisk(Math.max(...sizes));
  const small = await startBench();
  try {
    const few = await beginIn(small);
    const fewLast = await growTo(few, FEWEST);
    const many = await beginIn(bench);
    const results = [await diskOf(few, FEWEST)];
    const rows: Comparison[] = [];
    for (const size of sizes) {
      const last = await growTo(many, size);
      results.push(await diskOf(many, size), await trim(many, size));
      await withFreshServer(small, (fewUrl) =>
        withFreshServer(bench, async (url) => {
          const limits = requests(fewUrl, few, fewLast);
          for (const [name, request] of requests(url, many, last)) {
            const limit = { limit: loading(limits.get(name)!) };
            const row = `${name}, ${size} messages; limit: ${FEWEST}`;
            rows.push(...(await compareSides(row, 'flat: ≥ 0.8', loading(request), limit)));
          }
        }),
      );
    }
    return [...rows, ...results];
  } finally {
    await small.stop();
  }
}

/** An organization that grows. */
interface Growing {
  bench: Bench;
  organizationId: string;
  headers: Record<string, string>;
  places: Places;
  event: EventFields;
}

/** Makes an organization with places of messages, and sends the first one. */
async function beginIn(bench: Bench): Promise<Growing> {
  const { organization_id: organizationId, chat } = await benchOrganization(bench.core);
  const places = await makePlaces(bench, { organizationId, readerId: chat.user_id }, CHANNELS);
  await withFreshServer(bench, async (hubbub) => {
    await joinChannel({ ...bench, hubbub }, chat, SENT.to, []);
    await chatCaller({ ...bench, hubbub }, chat)('POST', '/messages', SENT);
  });
  const event = await findSent(bench, organizationId);
  return { bench, organizationId, headers: basic(chat.email, chat.api_key), places, event };
}

/** Works with a server that knows nothing of the organization yet: rows are added without events. */
async function withFreshServer(bench: Bench, work: (url: string) => Promise<void>): Promise<void> {
  const server = await bench.startBeside({});
  try {
    await work(server.url);
  } finally {
    await server.stop();
  }
}

/** Audience and payload of an event of the log. */
type EventFields = { audience: string[]; payload: unknown };

/** The event of the message that was sent. */
async function findSent({ admin }: Bench, organizationId: string): Promise<EventFields> {
  const { rows } = await admin.query<EventFields>(
    `select audience, payload from platform.event_log where organization_id = $1 and kind = 'message' order by id desc limit 1`,
    [organizationId],
  );
  return rows[0]!;
}

/** @throws when the disk of the benchmark's database is too small for a number of messages */
async function requireDisk(messages: number): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
  const [free, needed] = [bavail * bsize, messages * BYTES_WHILE_FILLING];
  if (free < needed)
    throw new Error(
      `${messages} messages need ${gigabytes(needed)} of disk; ${tmpdir()} has ${gigabytes(free)} free (TMPDIR names another folder).`,
    );
}

/** Adds messages until there are so many, and the events of the newest. @returns the ID of the last */
async function growTo(growing: Growing, size: number): Promise<number> {
  const { bench, places, organizationId } = growing;
  const { rows } = await bench.admin.query<{ count: number; next: number }>(
    `select count(*)::int as count, coalesce(max(id), 0)::int + 1 as next from chat.messages where organization_id = $1`,
    [organizationId],
  );
  const { count, next } = rows[0]!;
  const last = next + size - count - 1;
  await addMessages(bench, places, { first: next, last }, BACKLOG);
  await fillLog(growing, Math.min(size, MAX_EVENTS));
  await bench.admin.query('checkpoint');
  return last;
}

/** Fills the log with so many of one event, evenly over the days until now; everybody has read them. */
async function fillLog(
  { bench: { admin, core }, organizationId, event: { audience, payload } }: Growing,
  events: number,
): Promise<void> {
  await admin.query('delete from platform.event_log where organization_id = $1', [organizationId]);
  const { database } = core.services;
  const monday = (week: number) => mondayOf(new Date(), week - LOG_WEEKS);
  const there = (await loadLogWeeks(database.reader)).map((week) => week.getTime());
  for (let week = 0; week < LOG_WEEKS; week++)
    if (!there.includes(monday(week).getTime())) await addBesideRest(database, monday(week));
  await admin.query(
    `insert into platform.event_log (organization_id, id, at, part, kind, audience, payload, state)
     select $1, h.event_id + n, now() - ($2::int - n) * ((now() - $3::timestamptz) / $2::int), 'chat', 'message', $4, $5, false
     from platform.log_heads h, generate_series(1, $2::int) as n where h.organization_id = $1`,
    [organizationId, events, monday(0), audience, JSON.stringify(payload)],
  );
  for (const table of ['log_heads', 'log_cursors'])
    await admin.query(
      `update platform.${table} set event_id = (select max(id) from platform.event_log where organization_id = $1)
       where organization_id = $1`,
      [organizationId],
    );
  await admin.query('vacuum analyze platform.event_log');
}

/** Bytes of disk for each message, by table, and for each event. */
async function diskOf({ bench: { admin } }: Growing, size: number): Promise<Finding> {
  const each = async (table: string) => {
    const { rows } = await admin.query<{ heap: number; indexes: number; rows: number }>(
      `select sum(pg_table_size(part))::float8 as heap, sum(pg_indexes_size(part))::float8 as indexes,
         (select count(*)::float8 from ${table}) as rows
       from (select $1::regclass as part union select relid from pg_partition_tree($1)) as parts`,
      [table],
    );
    return rows[0]!;
  };
  const bytes: string[] = [];
  let sum = 0;
  for (const table of TABLES) {
    const { heap, indexes } = await each(table);
    sum += heap + indexes;
    bytes.push(`${table} ${(heap / size).toFixed(0)} + ${(indexes / size).toFixed(0)}`);
  }
  const log = await each('platform.event_log');
  return {
    name: `disk of a message, rows + indexes, ${size} messages`,
    found: `${(sum / size).toFixed(0)} bytes (${bytes.join(', ')}); its event ${(log.heap / log.rows).toFixed(0)} + ${(log.indexes / log.rows).toFixed(0)}`,
    aim: '',
  };
}

/** The nightly job among events of which those of one week at least are over. */
async function trim({ bench: { admin, core } }: Growing, size: number): Promise<Finding> {
  const count = async () => {
    const { rows } = await admin.query<{ count: number }>('select count(*)::int as count from platform.event_log');
    return rows[0]!.count;
  };
  const before = await count();
  const start = performance.now();
  await trimLog.handle(core.services, {}, new AbortController().signal);
  const seconds = (performance.now() - start) / 1000;
  return {
    name: `an old week's events go, ${size} messages`,
    found: `${seconds.toFixed(2)} s for ${before - (await count())} of ${before}`,
    aim: '< 1 s',
  };
}

/** Requests that are measured, by name; sending last, since it adds messages. */
function requests(url: string, { headers, places: { channels } }: Growing, last: number): Map<string, Load> {
  const { name: channel } = channels[7]!;
  const fetching = (narrow: object[], anchor: string, [before, after]: [number, number]) =>
    `/api/v1/messages?${new URLSearchParams({ anchor, num_before: String(before), num_after: String(after), narrow: JSON.stringify(narrow) })}`;
  const get = (path: string): Load => ({ url: `${url}${path}`, headers, connections: 1 });
  const inChannel = (operand: string) => [{ operator: 'channel', operand }];
  const search = (operand: string, count: number) =>
    get(fetching([{ operator: 'search', operand }], 'newest', [count, 0]));
  return new Map<string, Load>([
    ['fetch the newest 100 of a channel', get(fetching(inChannel(channel), 'newest', [100, 0]))],
    [
      'fetch 100 in the middle of a channel',
      {
        ...get('/api/v1/messages'),
        // Another place each time, among as many messages of the middle however many there are: as much of it is cached.
        vary(n) {
          const anchor = Math.round(last / 2 + (((n * 7919) % 1000) / 1000 - 0.5) * (FEWEST / 3));
          return { path: fetching(inChannel(channels[n % CHANNELS]!.name), String(anchor), [50, 50]), headers };
        },
      },
    ],
    ['fetch 100 at the first unread of a channel', get(fetching(inChannel(channel), 'first_unread', [50, 50]))],
    ['search for a common word', search('parcels', 100)],
    // Every thousandth message has it: ten do among the fewest.
    ['search for the newest 10 with a rare word', search('zebra', 10)],
    ['search for the newest 10 with a rare word and common ones', search('harbour zebra letters', 10)],
    [
      'send a message, 8 connections',
      {
        url: `${url}/api/v1/messages`,
        method: 'POST',
        headers: { ...headers, ...FORM_TYPE },
        body: form(SENT),
        connections: 8,
      },
    ],
  ]);
}
