import { people } from './fill.ts';
import type { Bench } from './harness.ts';

const MESSAGES = 1_000_000;
const CHANNELS = 500;
const USERS = 10_000;
/** Number of the newest messages that the reader has not read. */
const BACKLOG = 100_000;

export interface Conversation {
  name: string;
  /** Aim of the figure at 32 connections, if it is not the common one. */
  aim?: string;
  narrow: { operator: string; operand: unknown }[];
  anchor?: string;
  /** Messages before and after the anchor; 100 and 0 unless told. */
  around?: [before: number, after: number];
  /** The bare SELECT's condition beside the organization; `$2` is its first value. */
  where: { text: string; values: unknown[] };
}

/** Names of the topics that every channel has. */
export const TOPICS = Array.from({ length: 20 }, (_, n) => `topic ${n}`);

/** Places of messages. */
export interface Places {
  organizationId: string;
  readerId: number;
  /** IDs of other people. */
  users: number[];
  channels: { id: string; recipient_id: string; name: string }[];
  /** Recipients of direct conversations of the reader with the first of the others. */
  direct: string[];
}

/** 10,000 people, channels that the reader is in, and 200 direct conversations of the reader. */
export async function makePlaces(
  bench: Bench,
  { organizationId, readerId }: Pick<Places, 'organizationId' | 'readerId'>,
  channelCount: number,
): Promise<Places> {
  const { admin } = bench;
  const users = await people(bench, organizationId, USERS);
  const channels = (
    await admin.query<{ id: string; recipient_id: string; name: string }>(
      `insert into chat.channels (organization_id, name, date_created) select $1, 'channel ' || n, now() from generate_series(1, $2::int) as n
       returning id, recipient_id, name`,
      [organizationId, channelCount],
    )
  ).rows;
  await admin.query(
    `insert into chat.subscriptions (organization_id, channel_id, user_id, color)
     select $1, id, $2, '#76ce90' from chat.channels where organization_id = $1 on conflict do nothing`,
    [organizationId, readerId],
  );
  await admin.query(
    `insert into chat.subscription_periods (organization_id, channel_id, user_id, after_message_id, after_event_id)
     select $1, id, $2, 0, 0 from chat.channels where organization_id = $1 on conflict do nothing`,
    [organizationId, readerId],
  );
  const direct = (
    await admin.query<{ recipient_id: string }>(
      `insert into chat.direct_conversations (organization_id, user_ids)
       select $1, (select array_agg(u order by u) from unnest(array[$2::bigint, other]) as u) from unnest($3::bigint[]) as other
       returning recipient_id`,
      [organizationId, readerId, users.slice(0, 200)],
    )
  ).rows.map(({ recipient_id }) => recipient_id);
  await admin.query(
    `insert into chat.direct_conversation_members (organization_id, user_id, recipient_id)
     select organization_id, member, recipient_id from chat.direct_conversations, unnest(user_ids) as member where organization_id = $1`,
    [organizationId],
  );
  return { organizationId, readerId, users, channels, direct };
}

/**
 * Adds messages with IDs from `first` to `last` over the channels and the direct conversations, all prepared for
 * search; every 500th is starred, every 300th mentions the reader, every 400th has a link, every 700th a reaction.
 * @param backlog number of the newest that the reader has not read
 */
export async function addMessages(
  { admin }: Bench,
  { organizationId, readerId, users, channels, direct }: Places,
  { first, last }: { first: number; last: number },
  backlog: number,
): Promise<void> {
  await admin.query(
    `insert into chat.messages (organization_id, id, recipient_id, channel_id, topic, sender_id, client, content, rendered_content,
       plain_text, sent_at, mentioned_user_ids, has_link)
     select $1, n,
       (case when n % 50 = 0 then $5::bigint[] else $3::bigint[] end)[1 + (n / 50) % case when n % 50 = 0 then 200 else $6::int end],
       case when n % 50 = 0 then null else ($2::bigint[])[1 + (n / 50) % $6::int] end,
       case when n % 50 = 0 then '' else 'topic ' || (n % ${TOPICS.length}) end,
       ($4::bigint[])[1 + n % 10000], 'website', body, '<p>' || body || '</p>', body, now() - (${last} - n) * interval '1 second',
       case when n % 300 = 0 then array[$7::bigint] else '{}' end, n % 400 = 0
     from (select n, 'parcel ' || n || ' of the ' || (array['harbour', 'station', 'market', 'hospital'])[1 + n % 4]
       || ' tour was handed over, the next stop has two more boxes and a letter'
       || case when n % 1000 = 0 then ' zebra' else '' end as body from generate_series(${first}, ${last}) as n) as made`,
    [
      organizationId,
      channels.map(({ id }) => id),
      channels.map(({ recipient_id }) => recipient_id),
      users,
      direct,
      channels.length,
      readerId,
    ],
  );
  await admin.query(
    `insert into chat.message_flags (organization_id, user_id, message_id, flags)
     select $1, $2, n, case when n % 500 = 0 then 1 else 0 end | case when n % 300 = 0 then 4 else 0 end
     from generate_series(${first}, ${last}) as n where n % 500 = 0 or n % 300 = 0`,
    [organizationId, readerId],
  );
  await admin.query(
    `insert into chat.reactions (organization_id, message_id, user_id, emoji_name, emoji_code, reaction_type, at)
     select $1, n, $2, 'tada', '1f389', 'unicode_emoji', now() from generate_series(${first}, ${last}) as n where n % 700 = 0`,
    [organizationId, users[0]],
  );
  await admin.query(
    `insert into chat.read_ranges (organization_id, user_id, recipient_id, ranges)
     select $1, $2, unnest($3::bigint[]), int8multirange(int8range(1, ${last - backlog + 1}))
     on conflict (organization_id, user_id, recipient_id) do update set ranges = excluded.ranges`,
    [organizationId, readerId, [...channels.map(({ recipient_id }) => recipient_id), ...direct]],
  );
  await prepareForSearch(admin, organizationId, { first, last });
  await admin.query(`select setval('chat.message_ids', ${last})`);
  await admin.query('update platform.log_heads set message_id = $2 where organization_id = $1', [organizationId, last]);
  await admin.query('vacuum analyze');
}

/** 10,000 people, 500 channels and a million messages; the newest 100,000 are unread. */
export async function fillMessages(
  bench: Bench,
  organizationId: string,
  readerId: number,
): Promise<{
  conversations: Conversation[];
  channels: { id: string; name: string }[];
  searches: { name: string; text: string }[];
}> {
  const places = await makePlaces(bench, { organizationId, readerId }, CHANNELS);
  await addMessages(bench, places, { first: 1, last: MESSAGES }, BACKLOG);
  const { users, channels, direct } = places;
  const { id: channelId, recipient_id: recipientId, name } = channels[7]!;
  return {
    channels,
    conversations: [
      {
        name: 'channel',
        narrow: [{ operator: 'channel', operand: name }],
        where: { text: 'm.recipient_id = $2', values: [recipientId] },
      },
      {
        name: 'topic',
        narrow: [
          { operator: 'channel', operand: name },
          { operator: 'topic', operand: 'topic 3' },
        ],
        where: { text: 'm.channel_id = $2 and lower(m.topic) = lower($3)', values: [channelId, 'topic 3'] },
      },
      {
        name: 'direct',
        narrow: [{ operator: 'dm', operand: [users[3]] }],
        where: { text: 'm.recipient_id = $2', values: [direct[3]] },
      },
      { name: 'combined-feed', narrow: [], where: { text: 'm.id > $2', values: [0] } },
      {
        name: 'starred',
        narrow: [{ operator: 'is', operand: 'starred' }],
        where: {
          text: 'm.id in (select message_id from chat.message_flags f where f.organization_id = $1 and f.user_id = $2 and f.flags & 1 <> 0 order by message_id desc limit 100)',
          values: [readerId],
        },
      },
      {
        name: 'mentions',
        narrow: [{ operator: 'is', operand: 'mentioned' }],
        where: {
          text: 'm.id in (select message_id from chat.message_flags f where f.organization_id = $1 and f.user_id = $2 and f.flags & 28 <> 0 order by message_id desc limit 100)',
          values: [readerId],
        },
      },
      {
        name: 'first unread of a channel',
        narrow: [{ operator: 'channel', operand: name }],
        anchor: 'first_unread',
        around: [50, 50],
        where: { text: 'm.recipient_id = $2', values: [recipientId] },
      },
      {
        name: `first unread of ${BACKLOG}`,
        narrow: [],
        anchor: 'first_unread',
        around: [50, 50],
        where: { text: 'm.id > $2', values: [0] },
      },
      {
        name: 'has:link',
        aim: '',
        narrow: [{ operator: 'has', operand: 'link' }],
        where: { text: 'm.has_link and m.id > $2', values: [0] },
      },
      {
        name: 'has:reaction',
        aim: '',
        narrow: [{ operator: 'has', operand: 'reaction' }],
        where: {
          text: 'exists (select from chat.reactions r where r.organization_id = $1 and r.message_id = m.id) and m.id > $2',
          values: [0],
        },
      },
    ],
    searches: [
      { name: 'a common word', text: 'parcels' },
      { name: 'a word in every fourth', text: 'harbour' },
      { name: 'a rare word', text: 'zebra' },
      { name: 'a part of a word', text: '73215' },
      { name: 'a rare word among common ones', text: 'harbour zebra letters' },
      { name: 'no message', text: 'quetzal' },
    ],
  };
}

/** As the search job would do it, message by message; here the index is built at the end. */
export async function prepareForSearch(
  admin: Bench['admin'],
  organizationId: string,
  { first, last }: { first: number; last: number },
): Promise<void> {
  await admin.query('drop index chat.message_search_document');
  await admin.query(
    `insert into chat.message_search (organization_id, message_id, document)
     select m.organization_id, m.id, chat.search_document(o.language, m.plain_text, m.topic)
     from chat.messages m join platform.organizations o on o.id = m.organization_id
     where o.id = $1 and m.id between ${first} and ${last}`,
    [organizationId],
  );
  await admin.query(
    'create index message_search_document on chat.message_search using gin (organization_id, (message_id >> 16), document)',
  );
  await admin.query(
    `insert into chat.search_progress (organization_id, message_id, language)
     select id, ${last}, language from platform.organizations where id = $1
     on conflict (organization_id) do update set message_id = excluded.message_id`,
    [organizationId],
  );
}
