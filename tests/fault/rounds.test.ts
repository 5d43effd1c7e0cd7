/**
 * Rounds of a dense load on both APIs, with one fault in the midst of each. What was acknowledged is there once and in order
 * afterwards, nothing is half there, and who reads along was told of everything.
 *
 * All faults, drawn by a seed: ROUNDS=200 SEED=7 npm run test:fault
 */

import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../harness/clients.ts';
import { randomNumbers } from '../harness/random.ts';
import { ApartForm } from './rounds/apart-form.ts';
import { apartFaults, diskFaults, type Fault, ownFaults, type Round } from './rounds/faults.ts';
import { FollowedFleet } from './rounds/followed-fleet.ts';
import { FollowedMessages } from './rounds/followed-messages.ts';
import { History } from './rounds/history.ts';
import { type Clients, Load } from './rounds/load.ts';
import { OwnForm, type Recovery } from './rounds/own-form.ts';
import { recoveryLines } from './rounds/report.ts';
import { lacksSmallDisks } from './rounds/small-disk.ts';

/** Faults of each run: those that operators meet most. */
const ORDINARY = ['SIGKILL of a backend', 'SIGKILL of the server and PostgreSQL'];
const ROUNDS = Number(process.env.ROUNDS ?? ORDINARY.length);
const SEED = Number(process.env.SEED ?? 17);
const isLong = process.env.ROUNDS !== undefined;
/** Only faults whose name contains it. */
const ONLY = process.env.FAULT ?? '';
/** Acknowledged changes before and after the fault, at least. */
const CHANGES = isLong ? 30 : 15;

const random = randomNumbers(SEED);
const open: AsyncDisposable[] = [];
after(async () => {
  for (const each of open) await each[Symbol.asyncDispose]();
});

interface Started<Form> {
  form: Form;
  clients: readonly Clients[];
}

/** Started when a fault first needs it, and kept for the later rounds. */
function onFirstNeed<Form extends AsyncDisposable>(start: () => Promise<Started<Form>>): () => Promise<Started<Form>> {
  let started: Promise<Started<Form>> | undefined;
  return async () => {
    started ??= start();
    const { form } = await started;
    if (!open.includes(form)) open.push(form);
    return started;
  };
}

const own = (isSmall: boolean) => async () => {
  const { form, clients } = await OwnForm.start(isSmall);
  return { form, clients: [clients] };
};

type Played = (topic: string) => Promise<Recovery | undefined>;

function playsOf<Form extends AsyncDisposable>(
  faults: Readonly<Record<string, Fault<Form>>>,
  start: () => Promise<Started<Form>>,
): [string, Played][] {
  const started = onFirstNeed(start);
  return Object.entries(faults).map(([name, fault]) => [name, async (topic) => play(fault, await started(), topic)]);
}

const all = new Map<string, Played>([
  ...playsOf(ownFaults, own(false)),
  ...playsOf(apartFaults, () => ApartForm.start()),
  ...(lacksSmallDisks() ? [] : playsOf(diskFaults, own(true))),
]);

/** One round: load, the fault, load, and then everything is looked at. */
async function play<Form>(fault: Fault<Form>, { form, clients }: Started<Form>, topic: string) {
  const history = new History(topic);
  const { chat, dispatch } = clients[0]!;
  await using begun = new AsyncDisposableStack();
  const followed = await Promise.all(clients.map((each) => new FollowedMessages(each.chat).start()));
  for (const each of followed) begun.defer(() => each.end());
  const fleets = await Promise.all(clients.map((each) => FollowedFleet.start(each)));
  for (const each of fleets) begun.defer(() => each.end());
  const load = new Load(history, clients);
  begun.defer(() => load.giveUp());
  await until(() => history.size > CHANGES, 'some changes');
  await pause(random() * 300);
  const round: Round<Form> = { form, history, random, stopMs: isLong ? 30_000 : 1000 };
  const recovery = await fault(round);
  const before = history.size;
  await until(() => history.size > before + CHANGES, 'further changes');
  await load.end();
  history.begins('end', `${topic}: end`);
  const about = { type: 'stream', to: 'dock', topic, content: `${topic}: end` };
  const end = await chat.post('/messages', about);
  for (const each of followed) await each.isUpTo(end);
  await history.checkMessages(chat, followed);
  await history.checkTasks(
    dispatch,
    clients.flatMap(({ drivers }) => drivers.map(({ id }) => id)),
  );
  for (const fleet of fleets) await fleet.check();
  return recovery;
}

test(`what was acknowledged is there once and whole after each fault (seed ${SEED})`, {
  timeout: 300_000 + (isLong ? ROUNDS * 120_000 : 0),
}, async (t) => {
  const names = [...all.keys()].filter((name) => name.includes(ONLY));
  const recoveries = new Map<string, (Recovery | undefined)[]>();
  for (let round = 1; round <= ROUNDS; round++) {
    const name = isLong ? names[Math.floor(random() * names.length)]! : ORDINARY[round - 1]!;
    if (isLong) console.log(`round ${round}: ${name}`);
    const recovery = await all.get(name)!(`round ${round}`);
    recoveries.set(name, [...(recoveries.get(name) ?? []), recovery]);
  }
  for (const line of recoveryLines(recoveries)) t.diagnostic(line);
  if (isLong && lacksSmallDisks()) t.diagnostic(`left out: ${lacksSmallDisks()}`);
});
