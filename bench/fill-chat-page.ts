import { completeChannelPermissions } from '../src/chat/channels/permissions.ts';
import { systemGroupIds } from '../src/chat/user-groups/access.ts';
import { uncachedFacts } from '../src/platform/events/facts.ts';
import { people } from './fill.ts';
import type { Bench } from './harness.ts';

/** An organization that somebody works in all day. */
export const PEOPLE = 1000;
export const CHANNEL_COUNT = 500;
export const MESSAGES = Number(process.env.CHAT_PAGE_MESSAGES ?? 200_000);
/** Messages of one topic among them, of several lines, with code, quotes and lists. */
export const MIXED = 5000;
export const TOPIC = 'the long one';

const BODY = `'<p>parcel ' || n || ' of the harbour tour was handed over, two more boxes wait</p>'
  || case when n % 7 = 0 then repeat('<p>Three parcels wait at the gate, and nobody has the key to it.</p>', 1 + n % 5) else '' end
  || case when n % 11 = 0 then '<ul><li>one</li><li>two</li><li>three</li></ul>' else '' end
  || case when n % 13 = 0 then '<blockquote><p>Who has the key?</p></blockquote>' else '' end
  || case when n % 31 = 0
       then '<div class="codehilite" data-code-language="Python"><pre><span></span><code>' || repeat(E'print(1)\\n', 12) || '</code></pre></div>'
       else '' end`;

/**
 * Fills an organization: the reader is in all channels, one of which has a topic of 5,000 mixed messages; all else lies in
 * the other channels.
 * @returns channel of the long topic
 */
export async function fillChatPage(bench: Bench, organizationId: string, readerId: number): Promise<number> {
  const { admin } = bench;
  const users = await people(bench, organizationId, PEOPLE);
  const groups = await systemGroupIds(uncachedFacts(bench.core.services.database.reader.of(organizationId)));
  const { rows: channels } = await admin.query<{ id: string; recipient_id: string }>(
    `insert into chat.channels (organization_id, name, date_created, permissions)
     select $1, 'channel ' || n, now(), $3::jsonb from generate_series(1, $2::int) as n
     returning id, recipient_id`,
    [organizationId, CHANNEL_COUNT, JSON.stringify(completeChannelPermissions({}, groups, null))],
  );
  for (const table of ['subscriptions (organization_id, channel_id, user_id, color)', PERIODS])
    await admin.query(
      `insert into chat.${table} select $1, id, $2, ${table === PERIODS ? '0, 0' : "'#76ce90'"} from chat.channels
       where organization_id = $1 on conflict do nothing`,
      [organizationId, readerId],
    );
  const [first] = channels;
  await admin.query(
    `insert into chat.messages (organization_id, id, recipient_id, channel_id, topic, sender_id, client, content, rendered_content,
       plain_text, sent_at)
     select $1, n,
       case when n > ${MESSAGES - MIXED} then $2::bigint else ($3::bigint[])[2 + n % ${CHANNEL_COUNT - 1}] end,
       case when n > ${MESSAGES - MIXED} then $4::bigint else ($5::bigint[])[2 + n % ${CHANNEL_COUNT - 1}] end,
       case when n > ${MESSAGES - MIXED} then $6 else 'topic ' || n % 20 end,
       ($7::bigint[])[1 + n / 3 % ${PEOPLE}], 'website', 'parcel ' || n, ${BODY}, 'parcel ' || n,
       now() - (${MESSAGES} - n) * interval '47 seconds'
     from generate_series(1, ${MESSAGES}::int) as n`,
    [
      organizationId,
      first!.recipient_id,
      channels.map(({ recipient_id }) => recipient_id),
      first!.id,
      channels.map(({ id }) => id),
      TOPIC,
      users,
    ],
  );
  await admin.query(
    `insert into chat.read_ranges (organization_id, user_id, recipient_id, ranges)
     select $1, $2, unnest($3::bigint[]), int8multirange(int8range(1, ${MESSAGES + 1}))`,
    [organizationId, readerId, channels.map(({ recipient_id }) => recipient_id)],
  );
  await admin.query(`select setval('chat.message_ids', ${MESSAGES})`);
  await admin.query('update platform.log_heads set message_id = $2 where organization_id = $1', [
    organizationId,
    MESSAGES,
  ]);
  await admin.query('vacuum analyze');
  return Number(first!.id);
}

const PERIODS = 'subscription_periods (organization_id, channel_id, user_id, after_message_id, after_event_id)';
