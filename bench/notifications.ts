import { decideAll, type Notifiable } from '../src/chat/notifications/decide-all.ts';
import { benchOrganization, chatCaller, joinChannel, people } from './fill.ts';
import { type Bench, calling, type Finding, median, residentSet } from './harness.ts';

const PEOPLE = 10_000;
/** Messages that name everybody in the channel. */
const TO_ALL = 20;
const MIB = 2 ** 20;

/** (h) Who is to hear of messages: decisions alone, and as the server makes and keeps them. */
export async function benchNotifications(bench: Bench): Promise<Finding[]> {
  const { organization_id: organizationId, chat } = await benchOrganization(bench.core);
  const userIds = await people(bench, organizationId, PEOPLE);
  await joinChannel(bench, chat, 'bench', userIds);
  const findings: Finding[] = [
    {
      name: 'who is to hear of direct messages: decisions a second',
      found: await decideDirect(bench, organizationId, userIds),
      aim: '1,000',
    },
    await notifyAll(bench, organizationId, chat),
  ];
  for (const { name, found } of findings) console.error(`${name}: ${found}`);
  return findings;
}

/** Decides upon batches of messages as the reader of the log does: direct messages, all of which are told. */
async function decideDirect(bench: Bench, organizationId: string, userIds: readonly number[]): Promise<string> {
  const { reader } = bench.core.services.database;
  const batch = (round: number): Notifiable[] =>
    Array.from({ length: 100 }, (_, n) => {
      const at = (round * 200 + n * 2) % PEOPLE;
      const [sender, other] = [userIds[at]!, userIds[(at + 1) % PEOPLE]!];
      const message = {
        id: n + 1,
        channelId: null,
        topic: '',
        sender: { id: sender },
        people: [{ id: sender }, { id: other }],
        mentionedUserIds: [],
        mentionedGroupIds: [],
        channelWildcard: false,
        topicWildcard: false,
        timestamp: 0,
      };
      return { message, topicParticipantIds: [], at: 0 } as unknown as Notifiable;
    });
  const rates: number[] = [];
  for (let round = 0; round < 3; round++) {
    const { rate } = await calling(1, async (n) => {
      let decided = 0;
      const circumstances = { isActive: () => false, pushes: true };
      for await (const some of decideAll(reader.of(organizationId), batch(n), circumstances)) decided += some.length;
      if (decided !== 100) throw new Error(`${decided} of 100 messages are told`);
    })();
    rates.push(rate * 100);
  }
  return median(rates).toFixed(0);
}

/** Messages to everybody of a channel in which nobody is there: until the e-mail of each person is kept. */
async function notifyAll(
  bench: Bench,
  organizationId: string,
  account: { email: string; api_key: string },
): Promise<Finding> {
  const call = chatCaller(bench, account);
  const before = await residentSet(bench.hubbubPid);
  const start = performance.now();
  const message = { type: 'stream', to: '"bench"', topic: 'bench', content: '@**all** the depot is closed' };
  await Promise.all(Array.from({ length: TO_ALL }, () => call('POST', '/messages', message)));
  for (;;) {
    const { rows } = await bench.admin.query<{ count: number }>(
      'select count(*)::int as count from chat.missed_messages where organization_id = $1',
      [organizationId],
    );
    if (rows[0]!.count === TO_ALL * PEOPLE) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const seconds = (performance.now() - start) / 1000;
  const after = await residentSet(bench.hubbubPid);
  const memory =
    before && after
      ? `; the server's memory peaks ${((after.peak - before.now) / MIB).toFixed(0)} MB above ${(before.now / MIB).toFixed(0)} MB`
      : '';
  return {
    name: `${TO_ALL} messages to ${PEOPLE} people who are away: decided and kept a second`,
    found: `${((TO_ALL * PEOPLE) / seconds).toFixed(0)}${memory}`,
    aim: '1,000',
  };
}
