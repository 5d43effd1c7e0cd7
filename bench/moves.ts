import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { addCell, withDirectory } from '../src/cli/cells.ts';
import { withServices } from '../src/cli/command.ts';
import { type CreatedOrganization, createOrganization } from '../src/cli/organizations.ts';
import { readConfig } from '../src/platform/config.ts';
import { CellProxy } from '../tests/harness/cell-proxy.ts';
import {
  type Bench,
  type BenchProcess,
  basic,
  type Finding,
  FORM_TYPE,
  form,
  quantile,
  startProcess,
} from './harness.ts';

/** Messages of the organization that moves. */
const MESSAGES = Number(process.env.MOVE_BENCH_MESSAGES ?? 200_000);
/** Messages that each organization sends in a second. */
const PER_SECOND = 20;
const QUIET_SECONDS = 30;
const PUBLIC_URL = 'http://hubbub.example';
const CELLS = ['west', 'east'] as const;

type Settings = Record<string, string>;

/** A move of a large organization that is written meanwhile: how long its writers wait, and how its neighbours in the old cell fare. */
export async function benchMoves(bench: Bench): Promise<Finding[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-bench-'));
  await using begun = new AsyncDisposableStack();
  begun.defer(() => rm(folder, { recursive: true, force: true }));
  const cellDirectoryUrl = await makeDatabase(bench, 'directory');
  const settings = new Map<string, Settings>();
  const cells = new Map<string, string>();
  for (const name of CELLS) {
    await withDirectory({ cellDirectoryUrl, publicUrl: PUBLIC_URL }, (given, host) => addCell(given, host, name));
    const own = {
      ...{ DATABASE_URL: await makeDatabase(bench, name), DATA_DIR: path.join(folder, name), CELL_NAME: name },
      ...{ CELL_DIRECTORY_URL: cellDirectoryUrl, PUBLIC_URL, ORGANIZATION_ADDRESSES: 'on' },
      ...{ RATE_LIMITS: 'off', WEB: 'off' },
    };
    settings.set(name, own);
    await writeFile(path.join(folder, `${name}.env`), toLines(own));
    const cell: BenchProcess = await startProcess('src/main.ts', own);
    begun.defer(() => cell.stop());
    cells.set(name, cell.url);
  }
  const [moving, neighbour] = await withServices(readConfig(settings.get('west')!), async (services) => [
    await createOrganization(services, newOrganization('Moving Couriers')),
    await createOrganization(services, newOrganization('Staying Couriers')),
  ]);
  await fillMessages(settings.get('west')!.DATABASE_URL!, moving!);
  const writers = await Promise.all(
    [moving!, neighbour!].map(async (org) => {
      const proxy = await CellProxy.start({ host: new URL(org.chat.site).host, cells, first: 'west' });
      begun.defer(() => proxy[Symbol.asyncDispose]());
      return () => send(proxy.url, org);
    }),
  );
  const quiet = await atPace(writers, pause(QUIET_SECONDS * 1000));
  const began = performance.now();
  const move = promisify(execFile)(
    process.execPath,
    [
      ...[
        `--env-file=${path.join(folder, 'west.env')}`,
        path.resolve(import.meta.dirname, '../src/main.ts'),
        'org',
        'move',
      ],
      ...[moving!.organization_id, '--to', 'east', '--settings', path.join(folder, 'east.env'), '--json'],
    ],
    { env: { PATH: process.env.PATH } },
  );
  const beside = await atPace(writers, move);
  const { rows, frozen_ms: frozen } = JSON.parse((await move).stdout);
  const seconds = Math.round((performance.now() - began) / 1000);
  const p99 = (times: readonly number[]) =>
    quantile(
      times.toSorted((a, b) => a - b),
      0.99,
    );
  const [own, other] = beside as [number[], number[]];
  const [before, during] = [p99(quiet[1]!), p99(other)];
  const about = `a move of ${rows.toLocaleString('en')} rows (${MESSAGES.toLocaleString('en')} messages, ${PER_SECOND} more a second) in ${seconds} s`;
  return [
    { name: `${about}: nobody can write for`, found: `${frozen} ms`, aim: '≤ 500 ms' },
    {
      name: 'the longest that one of its messages took meanwhile, until a proxy has learnt of the new cell',
      found: `${Math.max(...own).toFixed(0)} ms`,
      aim: '',
    },
    {
      name: `p99 of a neighbour in the old cell that sends ${PER_SECOND} messages a second`,
      found: `${during.toFixed(1)} ms, ${before.toFixed(1)} before: ${(during / before).toFixed(1)} times`,
      aim: 'within 2 times',
    },
  ];
}

async function makeDatabase({ admin, connectionString }: Bench, name: string): Promise<string> {
  await admin.query(`create database bench_${name}`);
  const { user, password, host, port } = new pg.Client({ connectionString });
  const url = new URL(`postgresql://localhost/bench_${name}`);
  for (const [key, value] of Object.entries({ user, password, host, port }))
    if (value !== undefined && value !== null) url.searchParams.set(key, String(value));
  return url.href;
}

const toLines = (settings: Settings) =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

const newOrganization = (name: string) => ({
  ...{ name, country: 'US', timezone: 'UTC', ownerName: 'Bea Bench', ownerPassword: 'correct horse battery staple' },
  ownerEmail: `owner@${name.split(' ')[0]!.toLowerCase()}.example`,
});

/** Messages of the owner to themselves, each with its event, prepared for search by the job. */
async function fillMessages(
  connectionString: string,
  { organization_id: id, chat }: CreatedOrganization,
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(
      `with recipient as (
         insert into chat.direct_conversations (organization_id, user_ids) values ($1, array[$2::bigint]) returning recipient_id),
       member as (
         insert into chat.direct_conversation_members (organization_id, user_id, recipient_id)
         select $1, $2, recipient_id from recipient)
       insert into chat.messages (organization_id, id, recipient_id, topic, sender_id, client, content, rendered_content, plain_text, sent_at)
       select $1, 1000 + n, recipient_id, '', $2, 'website', body, '<p>' || body || '</p>', body, now()
       from recipient, (select n, 'parcel ' || n || ' of the harbour tour was handed over, the next stop has two more boxes'
         as body from generate_series(1, $3::int) as n) made`,
      [id, chat.user_id, MESSAGES],
    );
    await client.query(`select setval('chat.message_ids', 1000 + $1::int)`, [MESSAGES]);
    await client.query('update platform.log_heads set message_id = 1000 + $2::int where organization_id = $1', [
      id,
      MESSAGES,
    ]);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

async function send(url: string, { chat }: CreatedOrganization): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/v1/messages`, {
      method: 'POST',
      headers: { ...basic(chat.email, chat.api_key), ...FORM_TYPE },
      body: form({ type: 'direct', to: `[${chat.user_id}]`, content: 'The gate opens at 14:30.' }),
    });
    const text = await answer.text();
    if (answer.ok) return;
    // As a client does that is asked to try again.
    if (answer.status !== 503) throw new Error(text);
    await pause(50);
  }
}

/** Has each of several writers write at an even pace until something ends. @returns the milliseconds of each one's writes */
async function atPace(writers: readonly (() => Promise<void>)[], over: Promise<unknown>): Promise<number[][]> {
  const all = writers.map((write) => {
    const times: number[] = [];
    const writes: Promise<unknown>[] = [];
    const timed = async () => {
      const start = performance.now();
      await write();
      times.push(performance.now() - start);
    };
    const timer = setInterval(() => {
      const writing = timed();
      writing.catch(() => undefined);
      writes.push(writing);
    }, 1000 / PER_SECOND);
    return { times, writes, timer };
  });
  try {
    await over;
  } finally {
    for (const { timer } of all) clearInterval(timer);
  }
  for (const { writes } of all) await Promise.all(writes);
  return all.map(({ times }) => times);
}
