import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { indexMessages } from '../../src/chat/messages/search/index-job.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { ChatClient } from '../harness/clients.ts';
import { historiesOf } from '../harness/histories.ts';
import { changeState, makeChannel, makePerson } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { compare, compareEverything, filter, termOf } from './narrow-compare.ts';
import { takeStep } from './narrow-history.ts';
import { NarrowModel, newPerson } from './narrow-model.ts';
import { STEMS, type Step, step } from './narrow-steps.ts';

let server: TestServer & AsyncDisposable;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

test('every narrow holds what a slow and obvious reference says, over random histories', async (t) => {
  let narrows = 0;
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 15, maxLength: 60 }),
    fc.array(fc.array(filter, { minLength: 0, maxLength: 3 }), { minLength: 12, maxLength: 12 }),
    fc.nat({ max: 20 }),
    async (steps, chosen, offset) => {
      const { model, clients } = await play(steps);
      await compareEverything(model, clients);
      for (const [n, filters] of chosen.entries()) {
        const terms = filters.map((given) => termOf(model, given));
        const at = (n + offset) % model.people.length;
        await compare(model, clients[at]!, at, terms, offset);
        narrows++;
      }
    },
  );
  await fc.assert(property, historiesOf(t, { seed: 17275945, runs: 5 }));
  t.diagnostic(`${narrows} narrows`);
  assert.ok(narrows > 0);
});

async function play(steps: readonly Step[]): Promise<{ model: NarrowModel; clients: ChatClient[] }> {
  const org = await server.organization();
  const organizationId = org.organization_id;
  const model = new NarrowModel();
  model.stems = STEMS;
  const clients = [new ChatClient(org.chat)];
  const person = (id: number, email: string, role: number) => model.people.push(newPerson(id, email, role));
  person(org.chat.user_id, org.chat.email, 100);
  for (const [name, role] of [
    ['Mara Member', 400],
    ['Nils Night', 400],
    ['Gwen Guest', 600],
  ] as const) {
    const made = await makePerson(server, org, { name, role });
    person(made.id, made.email, role);
    clients.push(made.client);
  }
  for (const [name, inviteOnly, webPublic] of [
    ['floor', false, false],
    ['closed', true, false],
    ['kept', true, false],
    ['open', false, true],
  ] as const) {
    const id = await makeChannel(server, organizationId, { name, inviteOnly, subscribers: [] });
    const row = await server.services.database.transaction((tx) =>
      tx.first(sql<{ recipient_id: number }>`
        update chat.channels set is_web_public = ${webPublic}, history_public_to_subscribers = ${name !== 'kept'}
        where organization_id = ${organizationId} and id = ${id} returning recipient_id`),
    );
    model.channels.push({
      id,
      recipientId: row!.recipient_id,
      name,
      inviteOnly,
      webPublic,
      historyPublic: name !== 'kept',
      archived: false,
      entry: undefined,
    });
  }
  // One transaction between two preparations of the search index: each has its own view of what is stale.
  let pending: Exclude<Step, { do: 'index' }>[] = [];
  const flush = () =>
    changeState(server, organizationId, async (tx) => {
      for (const next of pending) await takeStep(tx, organizationId, model, next);
      await tx.run(
        sql`update platform.log_heads set message_id = (select last_value from chat.message_ids) where organization_id = ${organizationId}`,
      );
      pending = [];
    });
  for (const next of steps) {
    if (next.do !== 'index') pending.push(next);
    else {
      await flush();
      await indexMessages(server.services);
    }
  }
  await flush();
  return { model, clients };
}
