import { createOrganization } from '../src/cli/organizations.ts';
import { fillMessages } from './fill-messages.ts';
import { type Bench, basic, type Comparison, compare } from './harness.ts';

/** (b) 100 messages of a conversation in a million-message table, against that one SELECT. */
export async function benchFetching(bench: Bench): Promise<Comparison[]> {
  const organization = await createOrganization(bench.core.services, {
    name: 'Bench Couriers',
    country: 'US',
    timezone: 'UTC',
    ownerEmail: 'owner@bench.example',
    ownerName: 'Bea Bench',
    ownerPassword: 'correct horse battery staple',
  });
  const filled = await fillMessages(bench, organization.organization_id, organization.chat.user_id);
  const headers = basic(organization.chat.email, organization.chat.api_key);
  const results: Comparison[] = [];
  for (const { name, narrow, where, anchor } of filled.conversations) {
    await fetch(`${bench.bare}/statements/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({
        text: `select m.id, m.recipient_id, m.channel_id, m.topic, m.sender_id, m.client, m.rendered_content, m.sent_at, m.is_me_message,
            m.last_edit_at, u.full_name, u.email, u.avatar_version
          from chat.messages m join chat.users u on u.organization_id = m.organization_id and u.id = m.sender_id
          where m.organization_id = $1 and ${where.text} order by m.id desc limit 100`,
        values: [organization.organization_id, ...where.values],
      }),
    });
    const query = new URLSearchParams({
      anchor: anchor ?? 'newest',
      num_before: '100',
      num_after: '0',
      narrow: JSON.stringify(narrow),
    });
    for (const connections of [1, 32]) {
      results.push(
        await compare(
          `fetch 100 messages: ${name}, ${connections} connections`,
          connections === 32 ? '≥ 1.5 warm' : '',
          { url: `${bench.hubbub}/api/v1/messages?${query}`, headers, connections },
          { url: `${bench.bare}/statements/${name}`, connections },
        ),
      );
    }
  }
  return results;
}
