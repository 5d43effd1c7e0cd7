import { benchOrganization, joinChannel, people } from './fill.ts';
import {
  type Bench,
  basic,
  type Comparison,
  compare,
  compareSides,
  FORM_TYPE,
  form,
  type Load,
  load,
  loading,
} from './harness.ts';

const CONTENT = 'The 14:30 to the harbour leaves five minutes late, two parcels were missing a label.';
const WARMING_SECONDS = 12;

/**
 * (a) Sending to a channel at 1, 8 and 32 connections, against one durable INSERT, and against what every message has to write,
 * by a bare route too: itself with its indexes, its event, and the head of the log.
 */
export async function benchSending(bench: Bench): Promise<Comparison[]> {
  const organization = await benchOrganization(bench.core);
  const headers = { ...basic(organization.chat.email, organization.chat.api_key), ...FORM_TYPE };
  await joinChannel(bench, organization.chat, 'bench', []);
  const send = (channel: string, connections: number) => ({
    url: `${bench.hubbub}/api/v1/messages`,
    method: 'POST' as const,
    headers,
    body: form({ type: 'channel', to: channel, topic: 'bench', content: CONTENT }),
    connections,
  });
  const insert = (connections: number) => ({
    url: `${bench.bare}/insert`,
    method: 'POST' as const,
    headers: { 'content-type': 'text/plain' },
    body: CONTENT,
    connections,
  });
  // V8 makes a path of this length fast by and by, while that of a bare route is fast at once.
  await load({ ...send('bench', 32), seconds: WARMING_SECONDS });
  const rows = await bareRows(bench, send('bench', 1));
  const results: Comparison[] = [];
  for (const connections of [1, 8, 32]) {
    const [besideInsert, besideRows] = await compareSides(
      `send a message, ${connections} connections`,
      connections === 32 ? '≥ 0.6' : '',
      loading(send('bench', connections)),
      { limit: loading(insert(connections)), 'its three rows': loading({ ...rows, connections }) },
    );
    results.push(besideInsert!, { ...besideRows!, aim: '' });
  }
  const many = await people(bench, organization.organization_id, 10_000);
  await joinChannel(bench, organization.chat, 'ten', many.slice(0, 10));
  await joinChannel(bench, organization.chat, 'ten thousand', many);
  const crowd = await compare(
    'send to 10,000 subscribers (limit: to 10), 32 connections',
    '≥ 0.77',
    send('ten thousand', 32),
    send('ten', 32),
  );
  return [...results, crowd];
}

/** The rows that a message of Hubbub wrote, written again and again by a bare route, for an organization that nobody follows. */
async function bareRows(bench: Bench, message: Load): Promise<Omit<Load, 'connections'>> {
  const { organization_id: sample } = await benchOrganization(bench.core);
  const { url, method = 'GET', headers = {}, body = null } = message;
  const { id } = (await (await fetch(url, { method, headers, body })).json()) as { id: number };
  const copied = 'recipient_id, channel_id, topic, sender_id, client, content, rendered_content, plain_text';
  const { rows } = await bench.admin.query(
    `select ${copied}, audience, payload from chat.messages m join platform.event_log e using (organization_id)
    where m.id = $1 and e.kind = 'message' order by e.id desc limit 1`,
    [id],
  );
  const { audience, payload, ...columns } = rows[0]!;
  const text = `
    with head as (
      update platform.log_heads set event_id = event_id + 1, message_id = nextval('chat.message_ids')
      where organization_id = $1 returning event_id, message_id),
    message as (
      insert into chat.messages (organization_id, id, ${copied}, sent_at, is_me_message, read_by_sender, has_link, has_image,
        has_attachment, mentioned_user_ids, mentioned_group_ids, wildcard, has_submessages)
      select $1, message_id, $2::bigint, $3::bigint, $4, $5::bigint, $6, $7, $8, $9, now(), false, true, false, false, false,
        '{}', '{}', 0, false from head),
    logged as (
      insert into platform.event_log (organization_id, id, at, part, kind, audience, payload, state)
      select $1, event_id, now(), 'chat', 'message', $10::text[], $11::jsonb, false from head)
    select event_id, message_id from head`;
  const values = [sample, ...Object.values(columns), audience, JSON.stringify(payload)];
  const route = `${bench.bare}/statements/message-rows`;
  await fetch(route, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({ text, values }),
  });
  return { url: route };
}
