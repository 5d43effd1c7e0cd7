import pg from 'pg';
import { Trigger } from '../rules/webhook-triggers.ts';
import { insertWebhook } from '../src/dispatch/webhooks/queries.ts';
import { newObjectId } from '../src/platform/ids.ts';
import { type BareReceivers, startReceivers } from './bare-receivers.ts';
import { benchOrganization } from './fill.ts';
import { type Bench, type Finding, quantile, residentSet } from './harness.ts';
import { processorTimes } from './processor-time.ts';

const { WEBHOOKS_BENCH_SECONDS = '60', WEBHOOKS_BENCH_RATE = '500' } = process.env;
const SECONDS = Number(WEBHOOKS_BENCH_SECONDS);
const RATE = Number(WEBHOOKS_BENCH_RATE);
/** Webhooks of each event. */
const WEBHOOKS = 3;
const TRIGGERS = [Trigger.taskUpdated, Trigger.taskCreated, Trigger.taskStarted, Trigger.taskCompleted];
const TICK_MS = 4;
const ANNOUNCE_MS = 10;
/** Maximum wait for late results. */
const PATIENCE_MS = 120_000;
/** The server's memory is looked at for each third, or minute where there are more of them. */
const SPAN_SECONDS = Math.min(60, SECONDS / 3);
const NOTES = 'x'.repeat(500);
const EVENT = `with head as (
    update platform.log_heads set event_id = event_id + 1 where organization_id = $1 returning event_id)
  insert into platform.event_log (organization_id, id, at, part, kind, audience, payload, state)
  select $1, event_id, $2, 'dispatch', 'benchmark', '{organization}', $3, false from head returning id`;

/** Organizations, and the receivers of which each has as many as the next. */
interface Fleet {
  organizationIds: string[];
  receivers: BareReceivers;
  perOrganization: number;
}

/** Events on their way to webhooks: those of one organization, and of 100 with 1,000 receivers of which 10 hang. */
export async function benchWebhooks(bench: Bench): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { organizations, perOrganization, hanging } of [
    { organizations: 1, perOrganization: WEBHOOKS, hanging: 0 },
    { organizations: 100, perOrganization: 10, hanging: 10 },
  ]) {
    const receivers = await startReceivers(organizations * perOrganization, hanging);
    try {
      const fleet = await makeFleet(bench, receivers, organizations, perOrganization);
      const name = `${RATE} events a second with ${WEBHOOKS} webhooks each for ${SECONDS} s: ${organizations} organizations, ${receivers.urls.length} receivers, ${hanging} hang`;
      found.push(...(await deliver(bench, fleet, name)));
    } finally {
      receivers.close();
    }
  }
  return found;
}

async function makeFleet(
  bench: Bench,
  receivers: BareReceivers,
  count: number,
  perOrganization: number,
): Promise<Fleet> {
  const organizationIds: string[] = [];
  for (let n = 0; n < count; n++) {
    const { organization_id: organizationId } = await benchOrganization(bench.core);
    organizationIds.push(organizationId);
    await bench.core.services.database.transaction(
      async (tx) => {
        const { eventId } = await tx.position(organizationId);
        for (const [hook, trigger] of TRIGGERS.flatMap((trigger) => Array<Trigger>(WEBHOOKS).fill(trigger)).entries()) {
          const url = receivers.urls[n * perOrganization + (hook % perOrganization)]!;
          const webhook = { id: newObjectId(), name: `w${hook}`, url, trigger, threshold: null };
          await insertWebhook(tx, webhook, eventId);
        }
        tx.emit({ organizationId, part: 'dispatch', kind: 'webhook', audience: [], payload: {}, state: true });
      },
      { organizationId },
    );
  }
  return { organizationIds, receivers, perOrganization };
}

/** Sends events evenly over the organizations, after one to each, and waits for what answering receivers are to get. */
async function deliver(
  bench: Bench,
  { organizationIds, receivers, perOrganization }: Fleet,
  name: string,
): Promise<Finding[]> {
  const sender = await startSender(bench.connectionString);
  let wanted = 0;
  const send = (n: number) => {
    const organization = n % organizationIds.length;
    const trigger = Math.floor(n / organizationIds.length) % TRIGGERS.length;
    for (let hook = trigger * WEBHOOKS; hook < (trigger + 1) * WEBHOOKS; hook++)
      if (!receivers.hangs(organization * perOrganization + (hook % perOrganization))) wanted++;
    return sender.send(organizationIds[organization]!, TRIGGERS[trigger]!);
  };
  const arrived = async () => {
    const until = Date.now() + PATIENCE_MS;
    while (receivers.late.length < wanted && Date.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await Promise.all(organizationIds.map((_, n) => send(n)));
  await arrived();
  receivers.late.length = 0;
  wanted = 0;
  const before = await residentSet(bench.hubbubPid);
  const begun = processorTimes();
  const own = process.cpuUsage();
  const peaks: (number | undefined)[] = [];
  for (let sent = 0; sent < SECONDS * RATE; ) {
    const count = Math.min(Math.ceil(SPAN_SECONDS * RATE), SECONDS * RATE - sent);
    await atPace((n) => send(sent + n), count);
    sent += count;
    if (sent >= SECONDS * RATE) await arrived();
    peaks.push((await residentSet(bench.hubbubPid))?.peak);
  }
  const ended = processorTimes();
  const { user, system } = process.cpuUsage(own);
  await sender.stop();
  const late = receivers.late.toSorted((a, b) => a - b);
  const each = (ms: number) => `${(ms / late.length).toFixed(3)} ms`;
  const [server, postgres] = [ended.own[0]! - begun.own[0]!, ended.children - begun.children];
  const megabytes = (bytes = Number.NaN) => (bytes / 2 ** 20).toFixed(0);
  return [
    {
      name,
      found: `${late.length} of ${wanted} arrived; after ${quantile(late, 0.5)} ms (median), ${quantile(late, 0.99)} ms (p99)`,
      aim: 'all, p99 within 1 s',
    },
    {
      name: 'processor time of a delivery, its third of the event included',
      found: `server ${each(server)}, PostgreSQL ${each(postgres)}; sender and receivers ${each((user + system) / 1000)}`,
      aim: '',
    },
    {
      name: "the server's memory meanwhile",
      found:
        before === undefined
          ? 'unknown here'
          : `${megabytes(before.now)} MB before, at most ${peaks.map(megabytes).join(', ')} MB in each ${Math.round(SPAN_SECONDS)} s`,
      aim: 'flat',
    },
  ];
}

/** Begins `count` calls evenly, and waits for the last. */
async function atPace(call: (n: number) => Promise<void>, count: number): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const begun = performance.now();
  for (let made = 0; made < count; ) {
    const due = Math.min(count, Math.floor(((performance.now() - begun) / 1000) * RATE));
    for (; made < due; made++) {
      const one = call(made).finally(() => underWay.delete(one));
      underWay.add(one);
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(underWay);
}

/** Commits single events by bare statements, without waiting for the disk, and announces them as another process does. */
async function startSender(connectionString: string) {
  const connect = async () => {
    const client = new pg.Client({ connectionString, pipeline: true } as pg.ClientConfig);
    await client.connect();
    await client.query('set synchronous_commit = off');
    return client;
  };
  const clients = [await connect(), await connect()];
  const heads = new Map<string, string>();
  let announced: Promise<unknown> = Promise.resolve();
  let sent = 0;
  const announcing = setInterval(() => {
    if (heads.size === 0) return;
    const texts = [...heads].map(([organizationId, head]) => `bench ${organizationId} ${head}`);
    heads.clear();
    announced = clients[0]!.query("select pg_notify('hubbub_log', text) from unnest($1::text[]) as text", [texts]);
  }, ANNOUNCE_MS);
  return {
    async send(organizationId: string, trigger: Trigger): Promise<void> {
      const id = newObjectId();
      const payload = JSON.stringify({ triggerId: trigger, taskId: id, data: { task: { id, notes: NOTES } } });
      const values = [organizationId, new Date(), payload];
      const { rows } = await clients[sent++ % clients.length]!.query<{ id: string }>({
        name: 'event',
        text: EVENT,
        values,
      });
      heads.set(organizationId, rows[0]!.id);
    },
    async stop(): Promise<void> {
      clearInterval(announcing);
      await announced;
      for (const client of clients) await client.end();
    },
  };
}
