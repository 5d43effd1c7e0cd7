import { completeChannelPermissions } from '../src/chat/channels/permissions.ts';
import { groupIdsOfUser, systemGroupIds } from '../src/chat/user-groups/access.ts';
import { uncachedFacts } from '../src/platform/events/facts.ts';
import { benchOrganization, chatCaller, joinChannel, people } from './fill.ts';
import { type Bench, calling, type Finding, median } from './harness.ts';
import { processorTime } from './processor-time.ts';

const CHANNELS = 1000;
const CHANNELS_OF_EACH = 20;
const REGISTRATIONS = 30;
const LEVELS = 10;

/** Measures what grows with an organization: registering, subscribing everybody, a permission through nested groups. */
export async function benchRegister(bench: Bench): Promise<Finding[]> {
  const organization = await benchOrganization(bench.core);
  const { organization_id: id, chat } = organization;
  const call = chatCaller(bench, chat);
  await makeChannels(bench, id);
  const results: Finding[] = [];
  let everybody: number[] = [];
  let flag = false;
  for (const count of [10, 1000, 10_000]) {
    const more = await people(bench, id, count - everybody.length, everybody.length);
    await subscribeEach(bench, id, everybody.length === 0 ? [chat.user_id, ...more] : more);
    everybody = [...everybody, ...more];
    await bench.admin.query('analyze');
    const registering = (params: Record<string, string>) => async () =>
      (await call('POST', '/register', params)).length;
    const change = async () => {
      flag = !flag;
      await call('PATCH', '/settings', { enter_sends: String(flag) });
    };
    for (const [name, register] of [
      ['register', registering({})],
      ['register with subscribers', registering({ include_subscribers: 'true' })],
    ] as const) {
      // The first of a state pays for the others.
      await change();
      await register();
      const warm = await timed(REGISTRATIONS, async () => undefined, register);
      const cold = await timed(10, change, register);
      results.push({
        name: `${name}: ${count} people, ${CHANNELS} channels, ${(warm.last / 1e6).toFixed(1)} MB`,
        found: `${warm.text}; the first after a change of the organization ${cold.text}`,
        aim: count === 1000 ? '≤ 60 ms' : '',
      });
    }
  }
  results.push(await subscribing(bench, chat, everybody), await permissions(bench, id, everybody, call));
  return results;
}

type Call = ReturnType<typeof chatCaller>;

async function makeChannels(bench: Bench, organizationId: string): Promise<void> {
  const groups = await systemGroupIds(uncachedFacts(bench.core.services.database.reader.of(organizationId)));
  await bench.admin.query(
    `insert into chat.channels (organization_id, name, description, rendered_description, date_created, permissions)
     select $1, 'channel ' || n, 'What happens in ' || n, '<p>What happens in ' || n || '</p>', now(), $3::jsonb
     from generate_series(1, $2::int) as n`,
    [organizationId, CHANNELS, JSON.stringify(completeChannelPermissions({}, groups, null))],
  );
}

async function subscribeEach(bench: Bench, organizationId: string, userIds: readonly number[]): Promise<void> {
  await bench.admin.query(
    `with chosen as (
       select (select array_agg(id order by id) from chat.channels where organization_id = $1) as ids),
     added as (
       insert into chat.subscriptions (organization_id, channel_id, user_id, color)
       select $1, ids[1 + (u * 7 + k * 53) % $3::int], u, '#76ce90'
       from chosen, unnest($2::bigint[]) as u, generate_series(1, ${CHANNELS_OF_EACH}) as k
       on conflict do nothing returning channel_id, user_id)
     insert into chat.subscription_periods (organization_id, channel_id, user_id, after_message_id, after_event_id)
     select $1, channel_id, user_id, 0, 0 from added`,
    [organizationId, userIds, CHANNELS],
  );
}

/** Times of one call after the other, with the processor time of all who take part in it. */
async function timed(
  count: number,
  before: () => Promise<unknown>,
  work: () => Promise<number>,
): Promise<{ text: string; last: number }> {
  const times: number[] = [];
  let spent = 0;
  let last = 0;
  for (let n = 0; n < count; n++) {
    await before();
    const busy = processorTime();
    const start = performance.now();
    last = await work();
    times.push(performance.now() - start);
    spent += (processorTime() ?? Number.NaN) - (busy ?? Number.NaN);
  }
  const processor = Number.isNaN(spent) ? '' : ` (${(spent / count).toFixed(0)} ms of processor time)`;
  return { text: `${median(times).toFixed(0)} ms${processor}`, last };
}

async function subscribing(
  bench: Bench,
  chat: { email: string; api_key: string },
  userIds: readonly number[],
): Promise<Finding> {
  let n = 0;
  const { text } = await timed(
    3,
    async () => undefined,
    async () => {
      await joinChannel(bench, chat, `crowd ${n++}`, userIds);
      return 0;
    },
  );
  return { name: `make a channel and subscribe ${userIds.length} people to it`, found: text, aim: '' };
}

/** A person in a group that is in a group …: the widest decides. */
async function permissions(
  bench: Bench,
  organizationId: string,
  userIds: readonly number[],
  call: Call,
): Promise<Finding> {
  const person = userIds.at(-1)!;
  let below: number | undefined;
  for (let level = 0; level < LEVELS; level++) {
    const answer = await call('POST', '/user_groups/create', {
      name: `level ${level}`,
      members: JSON.stringify(below === undefined ? [person] : []),
      ...(below === undefined ? {} : { subgroups: JSON.stringify([below]) }),
    });
    below = (JSON.parse(answer) as { group_id: number }).group_id;
  }
  const { database, state } = bench.core.services;
  const asked = calling(1, async () => groupIdsOfUser(uncachedFacts(database.reader.of(organizationId)), person));
  const cached = calling(1, async () => groupIdsOfUser(state.of(organizationId), person));
  const groups = await groupIdsOfUser(uncachedFacts(database.reader.of(organizationId)), person);
  if (!groups.has(below!)) throw new Error('the widest group does not hold the person');
  const microseconds = async (side: typeof asked) => ((await side(1)).median * 1000).toFixed(1);
  return {
    name: `a permission through ${LEVELS} levels of groups`,
    found: `${await microseconds(asked)} µs asked of the database (${groups.size} groups), ${await microseconds(cached)} µs kept`,
    aim: '',
  };
}
