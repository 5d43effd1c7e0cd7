import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { benchOrganization, people } from './fill.ts';
import { type Bench, basic, type Figures, type Finding, form, load, median } from './harness.ts';
import type { Crowd } from './sign-in-crowd.ts';

const WAITING = 200;
/** More than may wait. */
const BEYOND = 700;
/** Rounds of two seconds for each side, in turns. */
const ROUNDS = 7;
/** Others that fetch meanwhile. With one a processor's turn of some milliseconds is several medians, whoever takes it. */
const OTHERS = [1, 8];
/** Until all that wait have arrived: their statements before that are as those of any request. */
const ARRIVAL_MS = 500;

/**
 * (h) A fetch beside people who wait for the costly hash of their password, and, as its limit, beside a thread that does nothing
 * but take what the others leave of a core: of two cores load generator, server and PostgreSQL then share one.
 */
export async function benchSignIns(bench: Bench): Promise<Finding[]> {
  const { organization_id: organizationId, chat } = await benchOrganization(bench.core);
  await people(bench, organizationId, BEYOND);
  await givePasswords(bench, organizationId);
  const headers = basic(chat.email, chat.api_key);
  const url = `${bench.hubbub}/api/v1/messages?${form({ anchor: 'newest', num_before: '20', num_after: '0' })}`;
  const server = bench.hubbub;
  const crowd = new Worker(new URL('./sign-in-crowd.ts', import.meta.url));
  const findings: Finding[] = [];
  for (const connections of OTHERS) {
    const fetching = () => load({ url, headers, connections });
    await fetching();
    const rounds: Record<'alone' | 'spinning' | 'waiting', Figures[]> = { alone: [], spinning: [], waiting: [] };
    for (let round = 0; round < ROUNDS; round++) {
      rounds.alone.push(await fetching());
      rounds.spinning.push(await besideSpinning(fetching));
      rounds.waiting.push(
        (await besideSignIns(crowd, { server, number: WAITING }, () => pause(ARRIVAL_MS).then(fetching))).figures,
      );
      const last = Object.entries(rounds).map(([side, [...figures]]) => `${side} ${figureText(figures.slice(-1))}`);
      console.error(last.join('; '));
    }
    const { figures, statuses } = await besideSignIns(crowd, { server, number: BEYOND }, fetching);
    const count = (status: number) => statuses.filter((each) => each === status).length;
    const fetches = connections === 1 ? 'a fetch' : `fetches of ${connections}`;
    const aim = 'p99 below 3 medians';
    findings.push(
      { name: `${fetches} alone`, found: figureText(rounds.alone), aim: '' },
      {
        name: `${fetches} beside a thread of low priority that only spins`,
        found: figureText(rounds.spinning),
        aim: '',
      },
      { name: `${fetches} beside ${WAITING} sign-ins that wait`, found: figureText(rounds.waiting), aim },
      {
        name: `${fetches} beside ${BEYOND} sign-ins at once, of which 500 may wait`,
        found: `${figureText([figures])}; ${count(200)} were signed in, ${count(503)} answered 503`,
        aim: `${aim}; 503 beyond`,
      },
    );
  }
  await crowd.terminate();
  return findings;
}

/** The medians of rounds. */
function figureText(rounds: readonly Figures[]): string {
  const [middle, p99, ratio] = [
    median(rounds.map((round) => round.median)),
    median(rounds.map((round) => round.p99)),
    median(rounds.map((round) => round.p99 / round.median)),
  ];
  return `median ${middle.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms (${ratio.toFixed(1)} medians)`;
}

/** As nice as the threads that hash (`hash-worker.ts`). */
const SPIN = "const { getPriority, setPriority } = require('node:os'); setPriority(0, getPriority(0) + 5); for (;;);";

async function besideSpinning(work: () => Promise<Figures>): Promise<Figures> {
  const thread = new Worker(SPIN, { eval: true });
  await once(thread, 'online');
  const figures = await work();
  await thread.terminate();
  return figures;
}

async function besideSignIns(
  crowd: Worker,
  waiting: Crowd,
  work: () => Promise<Figures>,
): Promise<{ figures: Figures; statuses: number[] }> {
  const answers = once(crowd, 'message');
  crowd.postMessage(waiting);
  const figures = await work();
  const [statuses] = await answers;
  return { figures, statuses };
}

/** Everybody has the owner's. */
async function givePasswords({ admin }: Bench, organizationId: string): Promise<void> {
  await admin.query(
    `insert into platform.people (organization_id, id, email, email_key, password_hash, created_at)
     select u.organization_id, 'bench' || lpad(u.id::text, 19, '0'), u.email, u.email, owner.password_hash, now()
     from chat.users u, platform.people owner
     where u.organization_id = $1 and u.person_id is null and owner.organization_id = $1 and owner.password_hash is not null`,
    [organizationId],
  );
  await admin.query(
    `update chat.users set person_id = 'bench' || lpad(id::text, 19, '0') where organization_id = $1 and person_id is null`,
    [organizationId],
  );
}
