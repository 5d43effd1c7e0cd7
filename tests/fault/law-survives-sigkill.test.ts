import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { ChatClient } from '../harness/clients.ts';
import { Installation } from '../harness/program.ts';
import { furnish, play } from '../scenario/law-play.ts';
import { type LawStep, lawStep, takeStep } from '../scenario/law-steps.ts';
import { type Actor, LawWorld, ok } from '../scenario/law-world.ts';

const STEPS = 60;
const PASSWORD = 'correct horse battery staple';
const PEOPLE = [
  ['Ada Administrator', 200],
  ['Mona Moderator', 300],
  ['Mara Member', 400],
  ['Gwen Guest', 600],
] as const;
/** Requests in progress when the program is killed; both states show alike whether they succeeded. */
const UNDER_WAY = ['send', 'direct', 'subscribe', 'star', 'newChannel', 'group', 'react', 'read'];

const installation = await Installation.create();
after(() => installation[Symbol.asyncDispose]());

async function makeWorld(url: string): Promise<LawWorld> {
  const { chat } = await installation.organization();
  const owner = new ChatClient({ ...chat, site: url });
  const actors: Actor[] = [
    { ...{ id: chat.user_id, name: 'Olive Owner', email: chat.email }, key: chat.api_key, isActive: true },
  ];
  const keyOf = async (email: string) =>
    ok(await owner.post('/fetch_api_key', { username: email, password: PASSWORD })).api_key;
  for (const [name, role] of PEOPLE) {
    const email = `${name.split(' ')[0]!.toLowerCase()}@couriers.example`;
    const id = ok(await owner.post('/users', { email, full_name: name, password: PASSWORD })).user_id;
    if (role !== 400) ok(await owner.patch(`/users/${id}`, { role }));
    actors.push({ id, name, email, key: await keyOf(email), isActive: true });
  }
  return furnish(new LawWorld([url], actors, ({ email }) => keyOf(email)));
}

test('after kill -9 in the middle of a history, the queues go on and the law of events holds', async (t) => {
  const program = await installation.start();
  const world = await makeWorld(program.url);
  const seed = Number(process.env.SEED ?? 1234);
  t.diagnostic(`seed ${seed}`);
  const steps = fc.sample(lawStep, { numRuns: STEPS, seed });
  const found = await play(world, steps, async (index) => {
    if (index !== STEPS / 2) return;
    const underWay: LawStep[] = UNDER_WAY.map((name, n) => ({ ...steps[n]!, do: name }));
    const asked = underWay.map((step) => takeStep(world, step));
    const settled = Promise.allSettled(asked);
    await Promise.race(asked.map((each) => each.catch(() => {})));
    await program.end('SIGKILL');
    await settled;
    await installation.start();
  });
  assert.deepEqual(found, []);
});
