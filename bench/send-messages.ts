import { benchOrganization, joinChannel, people } from './fill.ts';
import { type Bench, basic, type Comparison, compare, FORM_TYPE, form } from './harness.ts';

const CONTENT = 'The 14:30 to the harbour leaves five minutes late, two parcels were missing a label.';

/** (a) Sending to a channel at 1, 8 and 32 connections, against one durable INSERT. */
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
  const results: Comparison[] = [];
  for (const connections of [1, 8, 32]) {
    results.push(
      await compare(
        `send a message, ${connections} connections`,
        connections === 32 ? '≥ 0.6' : '',
        send('bench', connections),
        insert(connections),
      ),
    );
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
