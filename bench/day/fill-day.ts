import { createHash } from 'node:crypto';
import { completeChannelPermissions } from '../../src/chat/channels/permissions.ts';
import { systemGroupIds } from '../../src/chat/user-groups/access.ts';
import { createCredential } from '../../src/platform/credentials/credentials.ts';
import { uncachedFacts } from '../../src/platform/events/facts.ts';
import { benchOrganization, chatCaller, people } from '../fill.ts';
import { listedTasks, positionRows, workerTokens } from '../fill-fleet.ts';
import { prepareForSearch } from '../fill-messages.ts';
import { type Bench, basic } from '../harness.ts';
import { CHANNELS, CONSOLES, type Size } from './rates.ts';

/** Messages that are there already, newest last, over all channels. */
const MESSAGES = 200_000;
const TOPICS = 5;
/** Tasks of each driver: more than there are in any run. */
const TASKS = 25;

/** Somebody with a chat account: what their client knows. */
export interface Person {
  id: number;
  email: string;
  key: string;
  queue: string;
  /** IDs of channels by the index of their kind in `CHANNELS`. */
  channels: number[][];
}

export interface Driver {
  token: string;
  /** Tasks in order, with the tokens of their tracking pages. */
  tasks: { id: string; tracking: string }[];
}

/** Everything that the crowd has to know. */
export interface Town {
  people: Person[];
  drivers: Driver[];
  /** Keys of dispatchers, as `Authorization`. */
  consoles: string[];
}

/** An organization with people in channels of usual sizes, with waiting queues, and with drivers on duty who have their day's tasks. */
export async function fillTown(bench: Bench, size: Size): Promise<Town> {
  const organization = await benchOrganization(bench.core);
  const { organization_id: organizationId } = organization;
  const ids = await people(bench, organizationId, size.people);
  const channels = await makeChannels(bench, organizationId, ids);
  await fillMessages(bench, organizationId, ids);
  await bench.admin.query(
    `insert into platform.credentials (organization_id, id, kind, subject, label, hash, created_at)
     select $1, 'bench' || lpad(id::text, 19, '0'), 'chat', id::text, '', sha256(md5($1 || ' ' || id)::bytea), now()
     from unnest($2::bigint[]) as id`,
    [organizationId, ids],
  );
  const queues = await makeQueues(bench, organization, ids);
  await positionRows(bench, organizationId, size.drivers);
  await listedTasks(bench, organizationId, TASKS);
  const drivers = await driversOf(bench, organizationId, size.drivers);
  const consoles = await bench.core.services.database.transaction(async (tx) => {
    const keys: string[] = [];
    for (let n = 0; n < CONSOLES; n++)
      keys.push(
        basic((await createCredential(tx, { organizationId, kind: 'dispatch', subject: '' })).key, '').authorization!,
      );
    return keys;
  });
  await bench.admin.query('vacuum analyze');
  const town = ids.map((id, n) => ({
    id,
    email: `person${n + 1}@bench.example`,
    // People of another size have the same IDs.
    key: createHash('md5').update(`${organizationId} ${id}`).digest('hex'),
    queue: queues[n]!,
    channels: channels[n]!,
  }));
  return { people: town, drivers, consoles };
}

/** Channels of all kinds, with their subscribers. Each kind deals people out in another order. @returns channels of each person by kind */
async function makeChannels(bench: Bench, organizationId: string, ids: readonly number[]): Promise<number[][][]> {
  const groups = await systemGroupIds(uncachedFacts(bench.core.services.database.reader.of(organizationId)));
  const permissions = JSON.stringify(completeChannelPermissions({}, groups, null));
  const of: number[][][] = ids.map(() => CHANNELS.map(() => []));
  for (const [kind, { name, size, each }] of CHANNELS.entries()) {
    const count = Math.max(1, Math.ceil((ids.length * each) / Math.min(size, ids.length)));
    const { rows } = await bench.admin.query<{ id: string }>(
      `insert into chat.channels (organization_id, name, date_created, permissions)
       select $1, $2 || ' ' || n, now(), $4::jsonb from generate_series(1, $3::int) as n returning id`,
      [organizationId, name, count, permissions],
    );
    const pairs = ids.flatMap((id, n) =>
      Array.from({ length: each }, (_, turn) => {
        const channel = Number(rows[(n * (kind + 1) + turn * 7 + Math.floor(n / count)) % count]!.id);
        if (!of[n]![kind]!.includes(channel)) of[n]![kind]!.push(channel);
        return { id, channel };
      }),
    );
    const values = [organizationId, pairs.map(({ channel }) => channel), pairs.map(({ id }) => id)];
    await bench.admin.query(
      `insert into chat.subscriptions (organization_id, channel_id, user_id, color)
       select $1, c, u, '#76ce90' from unnest($2::bigint[], $3::bigint[]) as pair (c, u) on conflict do nothing`,
      values,
    );
    await bench.admin.query(
      `insert into chat.subscription_periods (organization_id, channel_id, user_id, after_message_id, after_event_id)
       select $1, c, u, 0, 0 from unnest($2::bigint[], $3::bigint[]) as pair (c, u) on conflict do nothing`,
      values,
    );
  }
  return of;
}

/** Messages of the days before, which everybody has read. */
async function fillMessages(bench: Bench, organizationId: string, ids: readonly number[]): Promise<void> {
  const { admin } = bench;
  const { rows } = await admin.query<{ id: string; recipient_id: string }>(
    'select id, recipient_id from chat.channels where organization_id = $1 order by id',
    [organizationId],
  );
  await admin.query(
    `insert into chat.messages (organization_id, id, recipient_id, channel_id, topic, sender_id, client, content, rendered_content,
       plain_text, sent_at)
     select $1, n, ($2::bigint[])[1 + n % $4::int], ($3::bigint[])[1 + n % $4::int], 'topic ' || n / $4::int % ${TOPICS},
       ($5::bigint[])[1 + n % $6::int], 'website', body, '<p>' || body || '</p>', body, now() - (${MESSAGES} - n) * interval '5 seconds'
     from (select n, 'parcel ' || n || ' of the ' || (array['harbour', 'station', 'market', 'hospital'])[1 + n % 4]
       || ' tour was handed over, the next stop has two more boxes and a letter'
       || case when n % 1000 = 0 then ' zebra' else '' end as body from generate_series(1, ${MESSAGES}) as n) as made`,
    [
      organizationId,
      rows.map(({ recipient_id }) => recipient_id),
      rows.map(({ id }) => id),
      rows.length,
      ids,
      ids.length,
    ],
  );
  await admin.query(
    `insert into chat.read_ranges (organization_id, user_id, recipient_id, ranges)
     select s.organization_id, s.user_id, c.recipient_id, int8multirange(int8range(1, ${MESSAGES + 1}))
     from chat.subscriptions s join chat.channels c on c.organization_id = s.organization_id and c.id = s.channel_id
     where s.organization_id = $1`,
    [organizationId],
  );
  await prepareForSearch(admin, organizationId, { first: 1, last: MESSAGES });
  await admin.query(`select setval('chat.message_ids', greatest(last_value, ${MESSAGES})) from chat.message_ids`);
  await admin.query('update platform.log_heads set message_id = $2 where organization_id = $1', [
    organizationId,
    MESSAGES,
  ]);
}

/** One queue is registered as the page does it, and copied for everybody: so many registrations would take minutes. */
async function makeQueues(
  bench: Bench,
  { organization_id: organizationId, chat }: Awaited<ReturnType<typeof benchOrganization>>,
  ids: readonly number[],
): Promise<string[]> {
  const { queue_id } = JSON.parse(await chatCaller(bench, chat)('POST', '/register', { apply_markdown: 'true' })) as {
    queue_id: string;
  };
  const { rows } = await bench.admin.query<{ id: string }>(
    `insert into chat.event_queues (organization_id, id, user_id, base_event_id, options, idle_seconds, created_at, polled_at)
     select organization_id, q.id || n, u, base_event_id, options, 3600, created_at, polled_at
     from chat.event_queues q, unnest($3::bigint[]) with ordinality as person (u, n)
     where organization_id = $1 and q.id = $2 order by n returning id`,
    [organizationId, queue_id, ids],
  );
  return rows.map(({ id }) => id);
}

async function driversOf(bench: Bench, organizationId: string, count: number): Promise<Driver[]> {
  const tokens = await workerTokens(bench, organizationId, count);
  const { rows } = await bench.admin.query<{ tasks: Driver['tasks'] }>(
    `select json_agg(json_build_object('id', id, 'tracking', tracking_token) order by position) as tasks
     from dispatch.tasks where organization_id = $1 group by worker_id order by worker_id`,
    [organizationId],
  );
  return rows.map(({ tasks }, n) => ({ token: tokens[n]!, tasks }));
}
