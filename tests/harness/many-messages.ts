import { sql } from '../../src/platform/db/sql.ts';
import type { TestServer } from './server.ts';

interface ManyMessages {
  organizationId: string;
  channelId: number;
  topic: string;
  senderIds: readonly number[];
  count: number;
}

/**
 * For tests: messages of a topic as if they had been sent long ago, some of several lines, some with code. Number N says
 * "number N", from 1.
 * @returns IDs in order
 */
export async function makeManyMessages(
  server: TestServer,
  { organizationId, channelId, topic, senderIds, count }: ManyMessages,
): Promise<number[]> {
  const { database } = server.services;
  const channel = await database.reader.first(sql<{ recipientId: number }>`
    select recipient_id as "recipientId" from chat.channels where id = ${channelId}`);
  return database.transaction(async (tx) => {
    const rows = await tx.all(sql<{ id: number }>`
      insert into chat.messages (organization_id, id, recipient_id, channel_id, topic, sender_id, client, content,
        rendered_content, plain_text, sent_at)
      select ${organizationId}, nextval('chat.message_ids'), ${channel!.recipientId}, ${channelId}, ${topic},
        (${senderIds}::bigint[])[1 + n / 3 % ${senderIds.length}::int], 'website', 'number ' || n,
        '<p>number ' || n || '</p>'
          || case when n % 7 = 0 then repeat('<p>Three parcels wait at the gate, and nobody has the key to it.</p>', 1 + n % 5) else '' end
          || case when n % 31 = 0
               then '<div class="codehilite" data-code-language="Python"><pre><span></span><code>' || repeat(E'print(1)\n', 12) || '</code></pre></div>'
               else '' end,
        'number ' || n, now() - (${count} - n) * interval '47 seconds'
      from generate_series(1, ${count}::int) as n
      returning id`);
    return rows.map(({ id }) => Number(id)).sort((a, b) => a - b);
  });
}
