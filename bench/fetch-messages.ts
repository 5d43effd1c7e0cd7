import type { CreatedOrganization } from '../src/cli/organizations.ts';
import { benchOrganization } from './fill.ts';
import { fillMessages, TOPICS } from './fill-messages.ts';
import { type Bench, basic, type Comparison, compare } from './harness.ts';

/** (b) 100 messages of a conversation in a million-message table, against that one SELECT. */
export async function benchFetching(bench: Bench): Promise<Comparison[]> {
  const organization = await benchOrganization(bench.core);
  const filled = await fillMessages(bench, organization.organization_id, organization.chat.user_id);
  const headers = basic(organization.chat.email, organization.chat.api_key);
  const results: Comparison[] = [];
  const fetching = (query: Record<string, string>, connections: number) => ({
    url: `${bench.hubbub}/api/v1/messages?${new URLSearchParams(query)}`,
    headers,
    connections,
  });
  for (const { name, aim, narrow, where, anchor, around } of filled.conversations) {
    const limit = await bareStatement(
      bench,
      name,
      `${WANTED} where m.organization_id = $1 and ${where.text} ${NEWEST}`,
      [organization.organization_id, ...where.values],
    );
    const [before, after] = around ?? [100, 0];
    const query = {
      anchor: anchor ?? 'newest',
      num_before: String(before),
      num_after: String(after),
      narrow: JSON.stringify(narrow),
    };
    for (const connections of [1, 32]) {
      results.push(
        await compare(
          `fetch 100 messages: ${name}, ${connections} connections`,
          connections === 32 ? (aim ?? '≥ 1.5 warm') : '',
          fetching(query, connections),
          { url: limit, connections },
        ),
      );
    }
  }
  results.push(await compareCold(bench, organization, filled.channels));
  for (const { name, text } of filled.searches) {
    const limit = await bareStatement(
      bench,
      `search ${name}`,
      `${WANTED} join chat.message_search s on s.organization_id = m.organization_id and s.message_id = m.id
        where m.organization_id = $1 and s.document @@ plainto_tsquery('english', $2) ${NEWEST}`,
      [organization.organization_id, text],
    );
    const query = {
      anchor: 'newest',
      num_before: '100',
      num_after: '0',
      narrow: JSON.stringify([{ operator: 'search', operand: text }]),
    };
    results.push(
      await compare(`search for ${name}`, 'p99 < 300 ms', fetching(query, 1), { url: limit, connections: 1 }),
    );
  }
  return results;
}

/**
 * One topic after the other, ten thousand in all: when the first comes again, its messages have long been pushed out of
 * what is kept. What stays warm is what a running server knows: its people and channels, and who may see what.
 */
async function compareCold(
  bench: Bench,
  organization: CreatedOrganization,
  channels: readonly { id: string; name: string }[],
): Promise<Comparison> {
  const topics = channels.flatMap(({ id, name }) => TOPICS.map((topic) => ({ id, name, topic })));
  const limit = await bareStatement(
    bench,
    'cold',
    `${WANTED} where m.organization_id = $1 and m.channel_id = $2 and lower(m.topic) = lower($3) ${NEWEST}`,
    [],
  );
  const connections = 32;
  return compare(
    `fetch 100 messages that are not kept, ${connections} connections`,
    '≥ 0.6 cold',
    {
      url: `${bench.hubbub}/api/v1/messages`,
      vary(n) {
        const { name, topic } = topics[(n * 7919) % topics.length]!;
        const narrow = JSON.stringify([
          ['channel', name],
          ['topic', topic],
        ]);
        const query = new URLSearchParams({ anchor: 'newest', num_before: '100', num_after: '0', narrow });
        return {
          path: `/api/v1/messages?${query}`,
          headers: basic(organization.chat.email, organization.chat.api_key),
        };
      },
      connections,
    },
    {
      url: limit,
      vary(n) {
        const { id, topic } = topics[(n * 7919) % topics.length]!;
        const values = JSON.stringify([organization.organization_id, id, topic]);
        return { path: `${new URL(limit).pathname}?${new URLSearchParams({ values })}` };
      },
      connections,
    },
  );
}

/** Columns of a message object, as the bare routes select them. */
const WANTED = `select m.id, m.recipient_id, m.channel_id, m.topic, m.sender_id, m.client, m.rendered_content, m.sent_at,
    m.is_me_message, m.last_edit_at, u.full_name, u.email, u.avatar_version
  from chat.messages m join chat.users u on u.organization_id = m.organization_id and u.id = m.sender_id`;
const NEWEST = 'order by m.id desc limit 100';

/** Gives the bare server a statement; the address that runs it. */
async function bareStatement(bench: Bench, name: string, text: string, values: unknown[]): Promise<string> {
  const url = `${bench.bare}/statements/${encodeURIComponent(name)}`;
  await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({ text, values }),
  });
  return url;
}
