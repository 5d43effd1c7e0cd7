import { benchOrganization, joinChannel, people } from './fill.ts';
import { type Bench, basic, type Finding, residentSet } from './harness.ts';

const PEOPLE = 10_000;
const CHANNELS = 50;
const MESSAGES = 50_000;
/** Messages of the greatest length, with a history of changes. */
const LONG = 2_000;
const MIB = 2 ** 20;

/** (i) How much memory the server takes to write out an organization. */
export async function benchExports(bench: Bench): Promise<Finding[]> {
  const { organization_id: organizationId, chat } = await benchOrganization(bench.core);
  await people(bench, organizationId, PEOPLE);
  await joinChannel(bench, chat, 'bench', []);
  await bench.admin.query(
    `insert into chat.channels (organization_id, name, date_created)
     select $1, 'channel ' || n, now() from generate_series(1, $2::int) as n`,
    [organizationId, CHANNELS],
  );
  await bench.admin.query(
    `insert into chat.subscriptions (organization_id, channel_id, user_id, color)
     select $1, c.id, u.id, '#76ce90' from chat.channels c join chat.users u using (organization_id)
     where organization_id = $1 on conflict do nothing`,
    [organizationId],
  );
  const findings: Finding[] = [];
  // Once before it is measured: what every first export loads stays.
  for (const [name, add] of [
    ['an empty export', undefined],
    [
      `export of ${PEOPLE} people, ${CHANNELS} channels of all, ${MESSAGES} messages`,
      () => fill(bench, organizationId, MESSAGES, 10),
    ],
    [
      `the same with ${LONG} messages of 10,000 characters, changed ten times`,
      () => fill(bench, organizationId, LONG, 1000),
    ],
  ] as const) {
    await add?.();
    const found = await writeOut(bench, chat);
    console.error(`${name}: ${found}`);
    if (add) findings.push({ name, found, aim: 'bounded, whatever is written out' });
  }
  return findings;
}

async function fill({ admin }: Bench, organizationId: string, count: number, words: number): Promise<void> {
  await admin.query(
    `insert into chat.messages (organization_id, id, recipient_id, channel_id, topic, sender_id, client, content,
       rendered_content, plain_text, sent_at, edit_history)
     select $1, nextval('chat.message_ids'), c.recipient_id, c.id, 'topic ' || n % 20, s.id, 'website', body, body, body,
       now(), case when $3::int > 100 then (select jsonb_agg(jsonb_build_object('prev_content', body || k)) from generate_series(1, 10) as k) end
     from (select n, repeat('parcel no ', $3::int) as body from generate_series(1, $2::int) as n) as made
       cross join (select id, recipient_id from chat.channels where organization_id = $1 order by id limit 1) c
       cross join (select id from chat.users where organization_id = $1 order by id limit 1) s`,
    [organizationId, count, words],
  );
}

/** Has the organization written out, and waits for it. */
async function writeOut(bench: Bench, { email, api_key }: { email: string; api_key: string }): Promise<string> {
  const headers = basic(email, api_key);
  const url = `${bench.hubbub}/api/v1/export/realm`;
  const before = await residentSet(bench.hubbubPid);
  const start = performance.now();
  const { id } = (await (await fetch(url, { method: 'POST', headers })).json()) as { id: number };
  for (;;) {
    const { exports } = (await (await fetch(url, { headers })).json()) as {
      exports: { id: number; pending: boolean; failed_timestamp: number | null }[];
    };
    const own = exports.find((each) => each.id === id);
    if (own?.failed_timestamp) throw new Error('the export failed');
    if (own && !own.pending) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const after = await residentSet(bench.hubbubPid);
  return before && after
    ? `${seconds} s; the server's memory peaks ${((after.peak - before.now) / MIB).toFixed(0)} MB above ${(before.now / MIB).toFixed(0)} MB`
    : `${seconds} s; memory is read from /proc, which is not here`;
}
