import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { type Server, startServer } from '../../src/app.ts';
import { findUserById } from '../../src/chat/users/access.ts';
import { createCredential } from '../../src/platform/credentials/credentials.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { Tx } from '../../src/platform/db/tx.ts';
import { defineFact } from '../../src/platform/events/facts.ts';
import { appendEvents, nameChanges, takePosition } from '../../src/platform/events/log.ts';
import { historiesOf } from '../harness/histories.ts';
import { makePerson } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { WatchedFacts } from '../harness/watched-facts.ts';
import { furnish } from './law-play.ts';
import { lawStep, takeStep } from './law-steps.ts';
import { type Actor, CLIENT_KINDS, LawWorld, ok } from './law-world.ts';

/*
 * The law of facts: whatever people do, and at whichever of two processes, each keeps of every fact that it was asked for
 * what the database says. WATCH_FACTS=on compares so at the end of every test.
 */

const PEOPLE = [
  ['Ada Administrator', 200],
  ['Mara Member', 400],
  ['Nils Night', 400],
  ['Gwen Guest', 600],
] as const;

let here: TestServer & AsyncDisposable;
let there: Server;
let watched: WatchedFacts[];
before(async () => {
  here = await startTestServer();
  const { config, log, clock } = here.services;
  there = await startServer({ config: { ...config, port: 0 }, log, clock, connectionString: here.connectionString });
  watched = [here.services, there.services].map((services) => new WatchedFacts(services));
});
after(async () => {
  await there.close();
  await here[Symbol.asyncDispose]();
});

async function makeWorld({ limitsGuests = false } = {}): Promise<LawWorld> {
  const org = await here.organization();
  const { user_id, email, api_key } = org.chat;
  const actors: Actor[] = [{ id: user_id, name: 'Olive Owner', email, key: api_key, isActive: true }];
  for (const [name, role] of PEOPLE) {
    const { id, email, client } = await makePerson(here, org, { name, role });
    actors.push({ id, name, email, key: client.key, isActive: true });
  }
  const newKey = (actor: Actor) =>
    here.services.database.transaction(async (tx) => {
      const subject = String(actor.id);
      return (await createCredential(tx, { organizationId: org.organization_id, kind: 'chat', subject })).key;
    });
  return furnish(new LawWorld([here.url, there.url], actors, newKey), { limitsGuests });
}

/** Has both processes keep what requests of these people are answered by. */
async function ask(world: LawWorld): Promise<void> {
  for (const process of [0, 1])
    for (const actor of world.actors.filter(({ isActive }) => isActive)) {
      const client = world.client(actor, process);
      const { queue_id } = ok(await client.post('/register', CLIENT_KINDS.new));
      ok(await client.delete('/events', { queue_id }));
      ok(await client.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 }));
    }
}

async function differences(): Promise<string[]> {
  const found = await Promise.all(watched.map((each) => each.differences()));
  return found.flatMap((each, process) => each.map((difference) => `process ${process}: ${difference}`));
}

test('after each step of a history, both processes keep what the database says', { timeout: 300_000 }, async (t) => {
  let histories = 0;
  const property = fc.asyncProperty(fc.array(lawStep, { minLength: 20, maxLength: 40 }), async (steps) => {
    const world = await makeWorld({ limitsGuests: histories++ % 2 === 1 });
    await ask(world);
    for (const [index, step] of steps.entries()) {
      await takeStep(world, step);
      if (index % 10 === 9) await ask(world);
      assert.deepEqual(await differences(), [], `after ${JSON.stringify(step)}`);
    }
    for (const each of watched) each.forget();
  });
  await fc.assert(property, { ...historiesOf(t, { seed: 33_008, runs: 4 }), endOnFailure: true });
});

test('what a process committed and then could tell nobody, the others know when they are asked', async () => {
  const { organization_id: organizationId, chat } = await here.organization();
  const { database } = here.services;
  const names = () =>
    Promise.all(
      [here.services, there.services].map(async ({ state }) => {
        await state.confirm(organizationId);
        const channels = await state.version(organizationId, defineFact('channels', ['chat.channels']));
        return { name: (await findUserById(state.of(organizationId), chat.user_id))?.fullName, channels };
      }),
    );
  const [before] = await names();
  const client = await database.pool.connect();
  try {
    const eventLog = { takePosition, appendEvents, nameChanges };
    const nothing = async () => {};
    const origin = { kind: 'command line' } as never;
    const options = { now: new Date(), eventLog, writeJobs: nothing, writeAudit: nothing, took: () => {}, origin };
    const tx = new Tx(client, options, { organizationId });
    await client.query('begin');
    await tx.run(sql`
      update chat.users set full_name = 'Olive Other' where organization_id = ${organizationId} and id = ${chat.user_id}`);
    tx.emit({ organizationId, part: 'chat', kind: 'realm_user', audience: [], payload: {}, state: true });
    // The notice would follow here.
    const { refused, lost } = await tx.commit();
    assert.deepEqual([refused, lost], [undefined, undefined]);
  } finally {
    client.release();
  }
  const after = { name: 'Olive Other', channels: before!.channels };
  assert.deepEqual(await names(), [after, after]);
});
