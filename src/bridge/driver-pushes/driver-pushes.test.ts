import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pushBrowser, startBrowserPushes, WEB_PUSH } from '../../../tests/harness/browser-pushes.ts';
import { type Answer, ChatClient, until } from '../../../tests/harness/clients.ts';
import { startFleet, type TestDriver } from '../../../tests/harness/fleet.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { whileHeld } from '../../../tests/harness/while-held.ts';
import { type Server, startServer } from '../../app.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { sql } from '../../platform/db/sql.ts';

/** Two processes on one database: what one has told, the other does not tell again. */
let server: TestServer & AsyncDisposable;
let other: Server;
let service: Awaited<ReturnType<typeof startBrowserPushes>>;
before(async () => {
  service = await startBrowserPushes();
  server = await startTestServer({ webPush: WEB_PUSH, webhookAllowInsecure: true });
  const { config, log, clock } = server.services;
  other = await startServer({ config: { ...config, port: 0 }, log, clock, connectionString: server.connectionString });
});
after(async () => {
  await other.close();
  await server[Symbol.asyncDispose]();
  service.stop();
});

function ok(answer: Answer) {
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

let phones = 0;

/** A driver's phone that takes pushes. */
async function phoneOf({ driver }: TestDriver) {
  const path = `/phone/${++phones}`;
  const { subscription, read } = pushBrowser(service, path);
  ok(await driver.request('PUT', '/driver/push-subscription', subscription));
  const pushes = () => service.pushes.filter((push) => push.path === path);
  return {
    /** Returns the messages it was notified of, with the topic of each push. */
    async messages() {
      const received = await Promise.all(
        pushes().map(async ({ body, topic }): Promise<Record<string, string>> => {
          return { ...((await read(body)) as object), push: topic };
        }),
      );
      return received.filter(({ kind }) => kind === 'said');
    },
    /** Number of all pushes. */
    count: () => pushes().length,
  };
}

/** Drivers with phones, a task of the first one with its topic, and the chat. */
async function onTheRoad() {
  const fleet = await startFleet(server);
  const { api, organization } = fleet;
  const owner = new ChatClient(fleet.chat);
  const { channelId } = ok(await api.put('/conversations/settings', {})).organization;
  const [dora, emil] = [await fleet.worker(), await fleet.worker()];
  const [phone, emils] = [await phoneOf(dora), await phoneOf(emil)];
  const { id } = await fleet.task({ container: { type: 'WORKER', worker: dora.id } });
  const { topic } = ok(await api.post(`/tasks/${id}/conversation`)).conversation;
  const sendText = async (content: string, to = topic, client = owner): Promise<number> =>
    ok(await client.post('/messages', { type: 'channel', to: channelId, topic: to, content })).id;
  /** Until all that was written is read, and all that came of it is done. */
  const settled = () =>
    until(async () => {
      const row = await server.services.database.reader.first(sql<{ isSettled: boolean }>`
        select c.event_id >= h.event_id and not exists (
            select from bridge.posts p where p.organization_id = h.organization_id)
          and not exists (
            select from jobs.job j where j.name in ('bridge-driver-push', 'dispatch-driver-push')
              and j.state < 'completed' and j.data->>'organizationId' = h.organization_id) as "isSettled"
        from platform.log_heads h join platform.log_cursors c
          on c.organization_id = h.organization_id and c.reader = 'driver-messages'
        where h.organization_id = ${organization}`);
      return row?.isSettled === true;
    }, 'all being told');
  /** Does something that is read for pushes when all of it is done. */
  const unread = (doIt: () => Promise<void>) =>
    server.services.database.transaction(async (tx) => {
      await tx.run(sql`
        select from platform.log_cursors
        where reader = 'driver-messages' and organization_id = ${organization} for update`);
      await doIt();
    });
  return { ...fleet, owner, dora, emil, phone, emils, id, topic, sendText, settled, unread };
}

test('what somebody else writes of a driver’s task is pushed to the driver, once and cut', async () => {
  const { owner, organization, phone, emils, id, topic, sendText, settled } = await onTheRoad();
  const created = { organization_id: organization } as CreatedOrganization;
  const elsewhere = await onTheRoad();
  await sendText(`The green door 🚪 ${'ü🚪'.repeat(400)}`);
  await settled();
  const [received, ...more] = await phone.messages();
  const { text = '', ...rest } = received!;
  assert.deepEqual(rest, {
    kind: 'said',
    taskId: id,
    topic,
    sender: ok(await owner.get('/users/me')).full_name,
    push: `said-${id}`,
  });
  assert.deepEqual([more, [...text].length, text.at(-1)], [[], 300, '…']);
  assert.match(text, /^The green door 🚪 ü/);

  // A bot of the organization's own is somebody too. What comes in a row is one push, of the newest.
  const { id: botOwnerId } = await makePerson(server, created, { name: 'Mara Member' });
  const till = await makePerson(server, created, { name: 'Till', role: 100, botOwnerId });
  ok(await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'Deliveries' }], principals: [till.id] }));
  const before = phone.count();
  await Promise.all([sendText('Paid', topic, till.client), sendText('Paid', topic, till.client)]);
  await sendText('Paid in cash', topic, till.client);
  await settled();
  const after = await phone.messages();
  assert.deepEqual([after.at(-1)!.sender, after.at(-1)!.text], ['Till', 'Paid in cash']);
  assert.ok(phone.count() - before <= 3);
  await elsewhere.settled();
  assert.deepEqual([await emils.messages(), await elsewhere.phone.messages(), service.refused], [[], [], []]);
});

test('a driver is not pushed their own words, what the bot says, commands, nor what is said elsewhere', async () => {
  const { owner, dora, phone, id, topic, sendText, settled, unread } = await onTheRoad();
  const path = `/driver/tasks/${id}/messages`;
  ok(await dora.driver.post(path, { text: 'Which door?' }));
  await settled();
  ok(await dora.driver.post(`/driver/tasks/${id}/start`, {}));
  const isPosted = async (pattern: RegExp) =>
    until(
      async () => ok(await dora.driver.get(path)).messages.some((each: { text: string }) => pattern.test(each.text)),
      `${pattern} in the topic`,
    );
  await isPosted(/ started, /);
  await settled();
  await sendText('/where');
  await isPosted(/no position in the last hour/);
  await sendText('hello', 'of no task');
  const dock = ok(await owner.post('/channels/create', { name: 'dock', subscribers: '[]' })).id;
  ok(await owner.post('/messages', { type: 'channel', to: dock, topic, content: 'a topic of the same name' }));
  await settled();
  assert.deepEqual(await phone.messages(), []);

  // A message that is gone when its turn comes is not told.
  await unread(async () => {
    ok(await owner.delete(`/messages/${await sendText('Never mind')}`));
  });
  await settled();
  assert.deepEqual(await phone.messages(), []);
});

test('a task that is somebody else’s by then is pushed to that one alone, and after its end to whoever did it', async () => {
  const { api, dora, emil, phone, emils, id, sendText, settled, unread } = await onTheRoad();
  await unread(async () => {
    await sendText('The red door');
    ok(await api.put(`/containers/workers/${emil.id}`, { tasks: [-1, id] }));
  });
  await settled();
  assert.deepEqual(
    [(await phone.messages()).length, (await emils.messages()).map(({ text }) => text)],
    [0, ['The red door']],
  );
  ok(await api.put(`/containers/workers/${dora.id}`, { tasks: [-1, id] }));
  await sendText('Back with you');
  await settled();
  ok(await dora.driver.post(`/driver/tasks/${id}/start`, {}));
  ok(await api.post(`/tasks/${id}/complete`, { completionDetails: { success: true } }));
  // Its topic is resolved by then, and called otherwise.
  const topicNow = async (): Promise<string> => ok(await api.get(`/tasks/${id}/conversation`)).conversation.topic;
  await until(async () => (await topicNow()).startsWith('✔'), 'the topic being resolved');
  await sendText('Where did you leave it?', await topicNow());
  await settled();
  // The notice of the topic's new name has a job too, which may tell the same once more, in the same place.
  const shown = new Set((await phone.messages()).map(({ text }) => text));
  assert.deepEqual([[...shown], (await emils.messages()).length], [['Back with you', 'Where did you leave it?'], 1]);
});

test('what is moved into the topic after it was read, and before the push, is pushed as its newest', async () => {
  const { owner, organization, phone, topic, sendText, settled } = await onTheRoad();
  let isMoved = false;
  const isRead = async () => {
    const row = await server.services.database.reader.first(sql<{ isRead: boolean }>`
      select c.event_id >= h.event_id as "isRead" from platform.log_heads h
        join platform.log_cursors c on c.organization_id = h.organization_id and c.reader = 'driver-messages'
      where h.organization_id = ${organization}`);
    return row?.isRead === true;
  };
  await whileHeld(
    server,
    // Pushes look up the administrators' stand-ins there; reading the log or moving a message does not.
    (tx) => tx.run(sql.raw('lock table bridge.administrator_users in access exclusive mode')),
    async () => {
      await sendText('Which door?');
      const elsewhere = await sendText('The red one', 'of no task');
      await until(isRead, 'both being read');
      ok(await owner.patch(`/messages/${elsewhere}`, { topic, propagate_mode: 'change_one' }));
      isMoved = true;
    },
    (waits) => isMoved && waits.length > 0,
  );
  await settled();
  assert.equal((await phone.messages()).at(-1)?.text, 'The red one');
});
