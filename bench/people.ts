import { readFile } from 'node:fs/promises';
import { benchOrganization, joinChannel, people } from './fill.ts';
import { type Bench, basic, type Figures, type Finding, FORM_TYPE, form, load } from './harness.ts';

const PEOPLE = 10_000;
/** Each says every minute that they are there. */
const PINGS_A_SECOND = PEOPLE / 60;
const TYPING = 200;
const SECONDS = 10;
/** Clock ticks of `/proc/PID/stat` a second, on every Linux that Node runs on. */
const TICKS = 100;

/** (g) What people cost who are merely there: lists of them, presence. */
export async function benchPeople(bench: Bench): Promise<Finding[]> {
  const organization = await benchOrganization(bench.core);
  const { organization_id: organizationId, chat } = organization;
  const userIds = await people(bench, organizationId, PEOPLE);
  await bench.admin.query(
    `insert into platform.credentials (organization_id, id, kind, subject, label, hash, created_at)
     select $1, 'bench' || lpad(id::text, 19, '0'), 'chat', id::text, '', sha256(('k' || lpad(id::text, 31, '0'))::bytea), now()
     from unnest($2::bigint[]) as id`,
    [organizationId, userIds],
  );
  await joinChannel(bench, chat, 'bench', userIds);
  const owner = basic(chat.email, chat.api_key);
  const findings: Finding[] = [];
  const find = (name: string, found: string, aim = '') => {
    findings.push({ name, found, aim });
    console.error(`${name}: ${found}`);
  };

  const list = await load({ url: `${bench.hubbub}/api/v1/users`, headers: owner, connections: 1 });
  find(`list ${PEOPLE} people`, figureText(list));
  const pings = { url: `${bench.hubbub}/api/v1/users/me/presence`, method: 'POST' as const, connections: 20 };
  const ping = (n: number) => {
    const at = n % PEOPLE;
    return {
      headers: { ...keyOf(userIds[at]!, at + 1), ...FORM_TYPE },
      body: form({ status: 'active', ping_only: 'true' }),
    };
  };
  // Everybody once, so that who they are is known.
  await load({ ...pings, vary: ping, seconds: 15 });
  const presence = await load({ url: `${bench.hubbub}/api/v1/realm/presence`, headers: owner, connections: 1 });
  find(`presence of ${PEOPLE} people`, figureText(presence));

  const idle = await processorTime(bench, () => new Promise((resolve) => setTimeout(resolve, SECONDS * 1000)));
  const busy = await processorTime(bench, async () => {
    const typing = userIds.slice(0, TYPING);
    await Promise.all([
      load({ ...pings, vary: ping, paced: Math.round(PINGS_A_SECOND), seconds: SECONDS }),
      // Clients say every ten seconds that somebody is still typing.
      load({
        url: `${bench.hubbub}/api/v1/typing`,
        method: 'POST',
        connections: 5,
        vary: (n) => ({
          headers: { ...keyOf(typing[n % TYPING]!, (n % TYPING) + 1), ...FORM_TYPE },
          body: form({ op: 'start', type: 'direct', to: JSON.stringify([chat.user_id]) }),
        }),
        paced: TYPING / 10,
        seconds: SECONDS,
      }),
    ]);
  });
  find(
    `${PEOPLE} people there, ${TYPING} typing: processor time of the server`,
    `${percent(busy - idle)} of a core beyond ${percent(idle)} at rest`,
    'at most 5 % of a core',
  );

  return findings;
}

const keyOf = (id: number, n: number) => basic(`person${n}@bench.example`, `k${String(id).padStart(31, '0')}`);
const figureText = ({ rate, median: middle, p99 }: Figures) =>
  `${rate.toFixed(1)} a second, median ${middle.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** The share of a core that the server's process takes while something is done. */
async function processorTime({ hubbubPid }: Bench, work: () => Promise<unknown>): Promise<number> {
  const ticks = async () => {
    // The name in parentheses may hold blanks; user and system time are the 12th and 13th after it.
    const fields = (await readFile(`/proc/${hubbubPid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
    return Number(fields[11]) + Number(fields[12]);
  };
  const [before, start] = [await ticks(), performance.now()];
  await work();
  return (((await ticks()) - before) / TICKS / (performance.now() - start)) * 1000;
}
