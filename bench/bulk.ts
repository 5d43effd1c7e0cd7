import { createCredential } from '../src/platform/credentials/credentials.ts';
import { benchOrganization, chatCaller, joinChannel, people } from './fill.ts';
import { type Bench, basic, type Finding, FORM_TYPE, form, load } from './harness.ts';
import { processorTime } from './processor-time.ts';

const MANY = 10_000;
const REACTING = 200;
const REACTED = 100;
const EMOJI = ['tada', 'heart', 'thumbs_up', 'eyes', 'rocket', 'check', 'fire', 'clap', 'wave', 'star'];

/** Much at one moment: messages that are due together, a topic that goes, a storm of reactions. */
export async function benchBulk(bench: Bench): Promise<Finding[]> {
  const organization = await benchOrganization(bench.core);
  const { organization_id: id, chat } = organization;
  const call = chatCaller(bench, chat);
  await joinChannel(bench, chat, 'bench', []);
  const { rows } = await bench.admin.query<{ id: string }>(
    `select id from chat.channels where organization_id = $1 and name = 'bench'`,
    [id],
  );
  const channelId = Number(rows[0]!.id);
  return [
    await scheduled(bench, id, channelId, call),
    await deleting(bench, id, { channelId, senderId: chat.user_id }, call),
    await reacting(bench, id, channelId, call),
  ];
}

type Call = ReturnType<typeof chatCaller>;

const processorText = (before: number | undefined, count: number) => {
  const now = processorTime();
  return now === undefined || before === undefined
    ? ''
    : `, ${((now - before) / count).toFixed(2)} ms of processor time for each`;
};

async function countOf(bench: Bench, statement: string, organizationId: string): Promise<number> {
  return Number((await bench.admin.query<{ n: string }>(statement, [organizationId])).rows[0]!.n);
}

async function scheduled(bench: Bench, organizationId: string, channelId: number, call: Call): Promise<Finding> {
  const due = Math.ceil(Date.now() / 1000) + 5;
  await call('POST', '/scheduled_messages', {
    type: 'channel',
    to: String(channelId),
    topic: 'due',
    content: 'The gate opens now.',
    scheduled_delivery_timestamp: String(due),
  });
  await bench.admin.query(
    `insert into chat.scheduled_messages (organization_id, sender_id, channel_id, user_ids, topic, content, rendered_content,
       deliver_at, read_by_sender, client)
     select organization_id, sender_id, channel_id, user_ids, topic, content, rendered_content, deliver_at, read_by_sender, client
     from chat.scheduled_messages, generate_series(2, ${MANY}) where organization_id = $1`,
    [organizationId],
  );
  await new Promise((resolve) => setTimeout(resolve, due * 1000 - Date.now()));
  const busy = processorTime();
  const left = 'select count(*) as n from chat.scheduled_messages where organization_id = $1';
  while ((await countOf(bench, left, organizationId)) > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  const seconds = (Date.now() - due * 1000) / 1000;
  return {
    name: `${MANY} scheduled messages that are due at one moment`,
    found: `the last is sent ${seconds.toFixed(1)} s later: ${(MANY / seconds).toFixed(0)} a second${processorText(busy, MANY)}`,
    aim: '',
  };
}

async function deleting(
  bench: Bench,
  organizationId: string,
  { channelId, senderId }: { channelId: number; senderId: number },
  call: Call,
): Promise<Finding> {
  await bench.admin.query(
    `insert into chat.messages (organization_id, id, recipient_id, channel_id, topic, sender_id, client, content,
       rendered_content, plain_text, sent_at)
     select $1, nextval('chat.message_ids'), c.recipient_id, c.id, 'gone', $3, 'bench', 'x', '<p>x</p>', 'x', now()
     from chat.channels c, generate_series(1, ${MANY}) where c.organization_id = $1 and c.id = $2`,
    [organizationId, channelId, senderId],
  );
  const busy = processorTime();
  const start = performance.now();
  let requests = 0;
  for (let complete = false; !complete; requests++) {
    const answer = await call('POST', `/streams/${channelId}/delete_topic`, { topic_name: 'gone' });
    ({ complete } = JSON.parse(answer) as { complete: boolean });
  }
  return {
    name: `delete a topic of ${MANY} messages`,
    found: `${((performance.now() - start) / 1000).toFixed(1)} s, ${requests} ${requests === 1 ? 'request' : 'requests'}${processorText(busy, MANY)}`,
    aim: '',
  };
}

/** Two hundred people react to the same messages, each time with another emoji. */
async function reacting(bench: Bench, organizationId: string, channelId: number, call: Call): Promise<Finding> {
  const userIds = await people(bench, organizationId, REACTING);
  const keys = await bench.core.services.database.transaction(async (tx) => {
    const made: string[] = [];
    for (const id of userIds)
      made.push((await createCredential(tx, { organizationId, kind: 'chat', subject: String(id) })).key);
    return made;
  });
  const messages: number[] = [];
  for (let n = 0; n < REACTED; n++) {
    const sent = await call('POST', '/messages', {
      type: 'channel',
      to: String(channelId),
      topic: 'storm',
      content: `parcel ${n}`,
    });
    messages.push((JSON.parse(sent) as { id: number }).id);
  }
  const busy = processorTime();
  const { rate, median, p99, answers } = await load({
    url: bench.hubbub,
    method: 'POST',
    vary: (n) => {
      const person = n % REACTING;
      const emoji = EMOJI[Math.floor(n / REACTING) % EMOJI.length]!;
      const message = messages[Math.floor(n / REACTING / EMOJI.length)]!;
      return {
        path: `/api/v1/messages/${message}/reactions`,
        headers: { ...basic(`person${person + 1}@bench.example`, keys[person]!), ...FORM_TYPE },
        body: form({ emoji_name: emoji }),
      };
    },
    connections: 32,
    seconds: 5,
  });
  return {
    name: `reactions of ${REACTING} people to the same messages, 32 connections`,
    found: `${rate.toFixed(0)} a second, median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${processorText(busy, answers)}`,
    aim: '',
  };
}
