import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { sql } from '../../src/platform/db/sql.ts';
import { type Answer, ChatClient } from '../harness/clients.ts';
import { historiesOf } from '../harness/histories.ts';
import { makePerson } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { ApiHistory, NAMING_FOLLOWS, SENDING_FOLLOWS } from './api-history.ts';
import { type ApiStep, apiStep } from './api-steps.ts';
import { compare, compareEverything, filter, termOf } from './narrow-compare.ts';
import { NarrowModel, newPerson } from './narrow-model.ts';
import { STEMS } from './narrow-steps.ts';

const NAMES = ['Olive Owner', 'Mara Member', 'Nils Night', 'Gwen Guest'];

let server: TestServer & AsyncDisposable;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}

test('what clients do through the API leaves every narrow as the reference has it', async (t) => {
  let narrows = 0;
  const property = fc.asyncProperty(
    fc.array(apiStep, { minLength: 30, maxLength: 90 }),
    fc.array(fc.array(filter, { minLength: 0, maxLength: 3 }), { minLength: 6, maxLength: 6 }),
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
  await fc.assert(property, historiesOf(t, { seed: 25075961, runs: 8 }));
  t.diagnostic(`${narrows} narrows`);
  assert.ok(narrows > 0);
});

async function play(steps: readonly ApiStep[]): Promise<{ model: NarrowModel; clients: ChatClient[] }> {
  const org = await server.organization();
  const model = new NarrowModel();
  model.stems = STEMS;
  const clients = [new ChatClient(org.chat)];
  model.people.push(newPerson(org.chat.user_id, org.chat.email, 100));
  ok(await clients[0]!.patch(`/users/${org.chat.user_id}`, { full_name: NAMES[0] }));
  for (const [index, name] of NAMES.entries()) {
    if (index === 0) continue;
    const role = name === 'Gwen Guest' ? 600 : 400;
    const made = await makePerson(server, org, { name, role });
    model.people.push(newPerson(made.id, made.email, role));
    clients.push(made.client);
  }
  for (const [index, client] of clients.entries())
    ok(
      await client.patch('/settings', {
        automatically_follow_topics_policy: index === SENDING_FOLLOWS ? 2 : 4,
        automatically_unmute_topics_in_muted_streams_policy: 4,
        automatically_follow_topics_where_mentioned: index === NAMING_FOLLOWS,
      }),
    );
  for (const [name, inviteOnly, historyPublic] of [
    ['floor', false, true],
    ['closed', true, true],
    ['kept', true, false],
  ] as const) {
    const { id } = ok(
      await clients[0]!.post('/channels/create', {
        name,
        subscribers: [org.chat.user_id],
        invite_only: inviteOnly,
        history_public_to_subscribers: historyPublic,
      }),
    );
    const row = await server.services.database.reader.first(sql<{ recipientId: number }>`
      select recipient_id as "recipientId" from chat.channels
      where organization_id = ${org.organization_id} and id = ${id}`);
    const { recipientId } = row!;
    const own = { webPublic: false, archived: false, entry: undefined };
    model.channels.push({ id, recipientId, name, inviteOnly, historyPublic, ...own });
    model.people[0]!.periods.push({ channelId: id, after: 0, until: null, at: model.tick() });
  }
  const history = new ApiHistory(server, org.organization_id, model, clients, NAMES);
  for (const next of steps) await history.take(next);
  await history.reactivateAll();
  return { model, clients };
}
