import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, until } from '../../../tests/harness/clients.ts';
import { makeDispatcher, startFleet } from '../../../tests/harness/fleet.ts';
import { LiveReader } from '../../../tests/harness/live.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

function ok(answer: Answer) {
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}
const refusal = ({ status, json }: Answer) => [status, json.message?.error];

/** A webhook that fails, and an SMS that did not arrive. */
async function goWrong(organization: string, phone: string): Promise<void> {
  await server.services.database.transaction(async (tx) => {
    await tx.run(sql`
      update dispatch.webhooks set consecutive_failures = 3 where organization_id = ${organization} and name = 'Failing'`);
    await tx.run(sql`
      insert into platform.outbox (organization_id, channel, recipient, body, created_at, state, detail)
      values (${organization}, 'sms', ${phone}, 'Your parcel', ${server.clock.now()}, 'failed', 'unknown number')`);
  });
}

test('the inbox has what fails beside the feed, and what is marked as handled is so for everybody', async () => {
  const fleet = await startFleet(server);
  const { api, organization, team } = fleet;
  const { client } = await makeDispatcher(server, fleet, []);
  const phone = '+14155550199';
  ok(await api.post('/recipients', { name: 'Kim Customer', phone }));
  for (const name of ['Failing', 'Working'])
    await server.services.database.transaction((tx) =>
      tx.run(sql`
        insert into dispatch.webhooks (organization_id, id, name, url, trigger, receiver, after_event, created_at)
        values (${organization}, ${name.padEnd(24, 'x')}, ${name}, 'https://hooks.example/', 0, 'https://hooks.example', 0, ${tx.now})`),
    );
  await goWrong(organization, phone);
  const { handled, failingWebhooks, undeliveredMessages } = ok(await client.get('/inbox'));
  assert.deepEqual(handled, []);
  assert.deepEqual(failingWebhooks, [{ id: 'Failing'.padEnd(24, 'x'), name: 'Failing', isEnabled: true, failures: 3 }]);
  const [{ id: _id, time: _time, ...message }, ...others] = undeliveredMessages;
  assert.deepEqual([message, others], [{ phone, recipient: 'Kim Customer', reason: 'unknown number' }, []]);

  const { id } = await fleet.task();
  const live = await LiveReader.open(api);
  ok(await client.post('/inbox/handled', { item: `late ${id}`, task: id }));
  ok(await client.post('/inbox/handled', { item: `late ${id}`, task: id }));
  assert.deepEqual(ok(await api.get('/inbox')).handled, [`late ${id}`]);
  await until(() => live.frames.some((frame) => JSON.stringify(frame).includes('"inbox"')), 'the stream saying so');
  live.close();
  for (const body of [{ item: '' }, { item: 'x'.repeat(201) }, {}])
    assert.equal((await client.post('/inbox/handled', body)).status, 400);
  const nobody = '000000000000000000000000';
  assert.deepEqual(refusal(await client.post('/inbox/handled', { item: `late ${nobody}`, task: nobody })), [404, 1402]);
  assert.deepEqual(
    refusal(await client.post('/inbox/handled', { item: `stale ${nobody}`, worker: nobody })),
    [404, 1402],
  );

  assert.deepEqual(refusal(await client.post('/inbox/handled', { item: 'late', task: id })), [400, 1000]);

  // A manager of another team sees marks of what they see, and nothing of the whole organization.
  const dora = await fleet.worker();
  ok(await api.post('/inbox/handled', { item: `stale ${dora.id}`, worker: dora.id }));
  const theirs = await fleet.task({ container: { type: 'WORKER', worker: dora.id } });
  ok(await api.post('/inbox/handled', { item: `late ${theirs.id}`, task: theirs.id }));
  const admins = ok(await api.get('/admins')) as { id: string; name: string }[];
  const dan = admins.find(({ name }) => name === 'Dan Dispatcher')!.id;
  await team('South', { managers: [admins[0]!.id, dan] });
  assert.deepEqual(ok(await client.get('/inbox')), {
    handled: [`late ${id}`],
    failingWebhooks: [],
    undeliveredMessages: [],
  });
  assert.deepEqual(
    refusal(await client.post('/inbox/handled', { item: `late ${theirs.id}`, task: theirs.id })),
    [404, 1402],
  );
  // Nor do they end what they do not see, by its name alone or beside something of their own.
  const unnamed = { item: `late ${theirs.id}` };
  assert.deepEqual(refusal(await client.post('/inbox/handled', unnamed)), [403, 1300]);
  assert.deepEqual(refusal(await client.post('/inbox/handled', { ...unnamed, task: id })), [400, 1000]);
  const other = await startFleet(server);
  assert.deepEqual(ok(await other.api.get('/inbox')).handled, []);
});
