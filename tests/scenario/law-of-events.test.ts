import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { type Server, startServer } from '../../src/app.ts';
import { createCredential } from '../../src/platform/credentials/credentials.ts';
import { makePerson } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { type LawStep, lawStep, takeStep } from './law-steps.ts';
import { type Actor, LawReader, LawWorld, ok } from './law-world.ts';

/*
 * The law of events: a client that registered early and applied every event equals one that registers now, for people
 * of every role, over two processes on one database. LAW_SECONDS=600 looks longer; SEED=… looks at the same again.
 */

/** Histories of an ordinary run; a long one goes on until its time is up. */
const MAX_RUNS = 12;
const SECONDS = Number(process.env.LAW_SECONDS ?? 20);
const PEOPLE = [
  ['Ada Administrator', 200],
  ['Mona Moderator', 300],
  ['Mara Member', 400],
  ['Nils Night', 400],
  ['Gwen Guest', 600],
] as const;

let here: TestServer & AsyncDisposable;
let there: Server;
before(async () => {
  here = await startTestServer();
  const { config, log, clock } = here.services;
  there = await startServer({ config: { ...config, port: 0 }, log, clock, connectionString: here.connectionString });
});
after(async () => {
  await there.close();
  await here[Symbol.asyncDispose]();
});

async function makeWorld(): Promise<LawWorld> {
  const org = await here.organization();
  const { user_id, email, api_key } = org.chat;
  const actors: Actor[] = [{ id: user_id, name: 'Olive Owner', email, key: api_key, isActive: true }];
  for (const [name, role] of PEOPLE) {
    const person = await makePerson(here, org, { name, role });
    actors.push({ id: person.id, name, email: person.email, key: person.client.key, isActive: true });
  }
  const bot = await makePerson(here, org, { name: 'Bay Bot', botOwnerId: user_id });
  actors.push({ id: bot.id, name: 'Bay Bot', email: bot.email, key: bot.client.key, isActive: true });
  const newKey = (actor: Actor) =>
    here.services.database.transaction(async (tx) => {
      const subject = String(actor.id);
      return (await createCredential(tx, { organizationId: org.organization_id, kind: 'chat', subject })).key;
    });
  const world = new LawWorld([here.url, there.url], actors, newKey);
  const owner = world.client(actors[0]!);
  const subscribers = actors.slice(0, 4).map(({ id }) => id);
  for (const [name, more] of [
    ['floor', {}],
    ['office', { invite_only: true, history_public_to_subscribers: false }],
    ['payroll', { invite_only: true, history_public_to_subscribers: true }],
  ] as const) {
    const { id } = ok(await owner.post('/channels/create', { name, subscribers, ...more }));
    world.channels.push({ id, name });
  }
  const groups = ok(await owner.get('/user_groups')).user_groups as { id: number }[];
  world.groups.push(...groups.map(({ id }) => id));
  return world;
}

/** Plays a history; gives what the clients that listened have otherwise than new ones. */
async function play(steps: readonly LawStep[]): Promise<string[]> {
  const world = await makeWorld();
  let readers: LawReader[] = [];
  for (const actor of world.actors)
    for (const kind of ['new', 'old'] as const) readers.push(await LawReader.register(world, actor, kind));
  for (const [index, step] of steps.entries()) {
    const active = new Set(world.actors.filter(({ isActive }) => isActive));
    await takeStep(world, step);
    // The queues of whoever leaves are gone; they begin anew when they come back.
    readers = readers.filter(({ actor }) => actor.isActive);
    for (const actor of world.actors)
      if (actor.isActive && !active.has(actor)) readers.push(await LawReader.register(world, actor, 'new'));
    // Some ask all the time, others once.
    if (index % 7 === 0) for (const reader of readers.slice(0, 4)) await reader.follow(world);
  }
  const found: string[] = [];
  for (const reader of readers) found.push(...(await reader.differences(world)));
  return found;
}

test('every event applied to an early registration makes a new one', { timeout: (SECONDS + 120) * 1000 }, async (t) => {
  let histories = 0;
  const property = fc.asyncProperty(fc.array(lawStep, { minLength: 20, maxLength: 60 }), async (steps) => {
    const found = await play(steps);
    histories++;
    assert.deepEqual(found, []);
  });
  // The same histories in each run, so that a difference is the change's; others by SEED.
  const seed = Number(process.env.SEED ?? 1234);
  t.diagnostic(`seed ${seed}`);
  await fc.assert(property, {
    seed,
    numRuns: process.env.LAW_SECONDS ? 10_000 : MAX_RUNS,
    interruptAfterTimeLimit: SECONDS * 1000,
    markInterruptAsFailure: false,
  });
  t.diagnostic(`${histories} histories`);
  assert.ok(histories > 0);
});
