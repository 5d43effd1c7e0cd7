import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, ChatClient, until } from '../../tests/harness/clients.ts';
import { destinationAt, makeDispatcher, startFleet } from '../../tests/harness/fleet.ts';
import { makePerson } from '../../tests/harness/people.ts';
import { startTestServer } from '../../tests/harness/server.ts';
import { auditList } from '../cli/audit.ts';
import type { CreatedOrganization } from '../cli/organizations.ts';
import { sql } from '../platform/db/sql.ts';
import { insertCommand, takeCommand } from './commands/queries.ts';
import { BRIDGE_CURSOR } from './settings/actions.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

function ok(answer: Answer) {
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** A fleet whose tasks can have topics, seen from the chat by its owner. */
async function startBridge(settings: object = {}) {
  const fleet = await startFleet(server);
  const owner = new ChatClient(fleet.chat);
  const { organization } = ok(await fleet.api.put('/conversations/settings', settings));
  const channelId: number = organization.channelId;
  /** Topics of the channel, the newest first, as the owner sees them. */
  const topics = async (client = owner): Promise<string[]> =>
    ok(await client.get(`/users/me/${channelId}/topics`)).topics.map(({ name }: { name: string }) => name);
  /** Returns the messages of a topic: sender and content. */
  const messagesIn = async (topic: string): Promise<[string, string][]> => {
    const narrow = [
      ['channel', channelId],
      ['topic', topic],
    ];
    const given = { anchor: 'oldest', num_before: 0, num_after: 100, narrow, apply_markdown: false };
    const { messages } = ok(await owner.get('/messages', given));
    return messages.map((each: { sender_full_name: string; content: string }) => [each.sender_full_name, each.content]);
  };
  const sendText = async (topic: string, content: string, client = owner): Promise<number> =>
    ok(await client.post('/messages', { type: 'channel', to: channelId, topic, content })).id;
  const open = async (taskId: string) => ok(await fleet.api.post(`/tasks/${taskId}/conversation`)).conversation;
  const untilPosted = async (topic: string, pattern: RegExp) =>
    until(
      async () => (await messagesIn(topic)).some(([, content]) => pattern.test(content)),
      `the bot saying ${pattern}`,
    );
  /** Until the bot has read what became of tasks so far: what it says of it stands in a topic that is opened meanwhile. */
  const botHasRead = () =>
    until(async () => {
      const row = await server.services.database.reader.first(sql<{ hasRead: boolean }>`
        select c.event_id >= max(e.id) as "hasRead" from platform.event_log e
          join platform.log_cursors c on c.organization_id = e.organization_id and c.reader = ${BRIDGE_CURSOR}
        where e.organization_id = ${fleet.organization} and e.kind = 'task' group by c.event_id`);
      return row?.hasRead === true;
    }, 'the bot having read');
  return { ...fleet, owner, channelId, topics, messagesIn, untilPosted, sendText, open, botHasRead };
}

const assignTo = (worker: { id: string }) => ({ container: { type: 'WORKER', worker: worker.id } });

test('a channel of its own is private, with those in it who dispatch; another one is named, and then read by all if that is meant', async () => {
  const { owner, api, channelId, organization } = await startBridge();
  const { stream } = ok(await owner.get(`/streams/${channelId}`));
  assert.deepEqual([stream.name, stream.invite_only], ['Deliveries', true]);
  assert.deepEqual(ok(await owner.get(`/streams/${channelId}/members`)).subscribers, [(await me(owner)).user_id]);
  assert.deepEqual(ok(await api.put('/conversations/settings', { opensEveryTask: true })).organization, {
    channelId,
    opensEveryTask: true,
  });
  const open = ok(await owner.post('/channels/create', { name: 'dock', subscribers: [] })).id;
  const named = await api.put('/conversations/settings', { channelId: open });
  assert.deepEqual([named.status, named.json.message.error], [400, 1000]);
  assert.match(named.json.message.cause, /publicAllowed/);
  ok(await api.put('/conversations/settings', { channelId: open, publicAllowed: true }));
  assert.equal((await api.put('/conversations/settings', { channelId: 987_654_321 })).json.message.error, 1000);
  const team = (await api.get('/teams')).json[0].id;
  ok(await api.put('/conversations/settings', { team }));
  const { organization: own, teams } = ok(await api.get('/conversations/settings'));
  assert.deepEqual([own.channelId, teams.length, teams[0].team], [open, 1, team]);
  assert.equal(ok(await owner.get(`/streams/${teams[0].channelId}`)).stream.name, 'Deliveries: North');
  assert.equal((await api.put('/conversations/settings', { team: organization })).json.message.error, 1402);
  assert.equal(ok(await api.put('/conversations/settings', { channelId: null })).organization, null);
  ok(await api.put('/conversations/settings', { channelId: null }));
  const filter = { action: 'organization.conversations_changed' };
  const entries = await auditList(server.services.database.reader.of(organization), organization, filter, 9);
  const { channelId: ofTeam } = teams[0];
  assert.deepEqual(
    entries.map(({ objectKind, objectId, details }) => [objectKind, objectId, JSON.parse(details)]).reverse(),
    [
      [null, null, { channelId: { to: channelId }, opensEveryTask: { to: false } }],
      [null, null, { opensEveryTask: { from: false, to: true } }],
      [null, null, { channelId: { from: channelId, to: open } }],
      ['team', team, { channelId: { to: ofTeam }, opensEveryTask: { to: false } }],
      [null, null, { channelId: { from: open }, opensEveryTask: { from: true } }],
    ],
  );

  // An administrator names no channel that they do not read, and one who manages teams none at all.
  const fleet = await startFleet(server);
  const secret = await privateChannel(new ChatClient(fleet.chat));
  const whole = await makeDispatcher(server, fleet, []);
  assert.match(
    (await whole.client.put('/conversations/settings', { channelId: secret })).json.message.cause,
    /no channel/,
  );
  const limited = await makeDispatcher(server, fleet, [fleet.north]);
  assert.equal((await limited.client.get('/conversations/settings')).json.message.error, 1300);
  assert.equal((await limited.client.put('/conversations/settings', {})).json.message.error, 1300);
});

const me = async (client: ChatClient) => ok(await client.get('/users/me'));
const privateChannel = async (client: ChatClient): Promise<number> =>
  ok(
    await client.post('/channels/create', {
      name: 'closed',
      subscribers: [(await me(client)).user_id],
      invite_only: true,
    }),
  ).id;

test('a channel in which no topics can be any more counts as none: nothing is said there, and another one is made', async () => {
  const { api, task, worker, open, owner, channelId, organization, topics, messagesIn, botHasRead } =
    await startBridge();
  const dora = await worker();
  const { id } = await task(assignTo(dora));
  const { topic } = await open(id);
  await botHasRead();
  const { database } = server.services;
  const isDone = async () =>
    !(await database.reader.first(sql`select from bridge.posts where organization_id = ${organization}`));
  await until(isDone, 'the bot having said what it had to');
  const [before, path] = [await messagesIn(topic), `/driver/tasks/${id}/messages`];
  await database.transaction(async (tx) => {
    await tx.run(sql`
      update chat.channels set is_web_public = true, invite_only = false
      where organization_id = ${organization} and id = ${channelId}`);
    const payload = { type: 'realm', op: 'update_dict', property: 'default', data: {} };
    tx.emit({
      organizationId: organization,
      part: 'chat',
      kind: 'realm',
      audience: ['organization'],
      payload,
      state: true,
    });
  });
  const { isAvailable, isOpen, messages } = ok(await dora.driver.get(path));
  assert.deepEqual([isAvailable, isOpen, messages], [false, false, []]);
  assert.equal((await dora.driver.post(path, { text: 'Hello?' })).json.message.error, 1000);
  assert.deepEqual(ok(await api.get(`/tasks/${id}/conversation`)), {
    taskId: id,
    isAvailable: false,
    conversation: null,
  });
  ok(await dora.driver.post(`/driver/tasks/${id}/start`, {}));
  ok(await api.post(`/tasks/${id}/complete`, { completionDetails: { success: true } }));
  await botHasRead();
  await until(isDone, 'the bot having nothing left to say');
  assert.deepEqual([await topics(), await messagesIn(topic)], [[topic], before]);

  const next = ok(await api.put('/conversations/settings', {})).organization.channelId;
  assert.notEqual(next, channelId);
  assert.equal((await open(id)).channelId, next);
  ok(await owner.delete(`/streams/${next}`));
  assert.equal((await api.post(`/tasks/${id}/conversation`)).json.message.error, 1000);
  const last = ok(await api.put('/conversations/settings', {})).organization.channelId;
  assert.notEqual(last, next);
  assert.equal((await open(id)).channelId, last);
});

test('a topic has room for its number and for the mark of a resolved one', async () => {
  const { api, task, worker, open, sendText, topics } = await startBridge();
  const dora = await worker();
  const { id, shortId } = await task({
    ...assignTo(dora),
    recipients: [{ name: 'x'.repeat(80), phone: '+14155550198' }],
  });
  const name = `${shortId} ${'x'.repeat(80)}`;
  for (const length of [56, 58]) await sendText(name.slice(0, length), 'taken');
  const { topic } = await open(id);
  assert.equal(topic, `${name.slice(0, 54)} (2)`);
  ok(await dora.driver.post(`/driver/tasks/${id}/start`, {}));
  ok(await api.post(`/tasks/${id}/complete`, { completionDetails: { success: true } }));
  await until(async () => (await topics()).includes(`✔ ${topic}`), 'the topic being resolved');
});

test('a task gets one topic, however often and by how many it is asked for', async () => {
  const { api, task, messagesIn, channelId, topics } = await startBridge();
  const recipients = [{ name: 'Grete @**all** Meier', phone: '+14155550199' }];
  const { id, shortId } = await task({ recipients });
  const before = ok(await api.get(`/tasks/${id}/conversation`));
  assert.deepEqual(before, { taskId: id, isAvailable: true, conversation: null });
  const answers = await Promise.all([1, 2, 3].map(() => api.post(`/tasks/${id}/conversation`)));
  for (const answer of answers) assert.deepEqual(ok(answer), ok(answers[0]!));
  const { conversation } = answers[0]!.json;
  const topic = `${shortId} Grete @**all** Meier`;
  assert.deepEqual([conversation.channelId, conversation.topic, conversation.isResolved], [channelId, topic, false]);
  assert.deepEqual(await topics(), [topic]);
  const [[sender, content] = ['', ''], ...more] = await messagesIn(topic);
  assert.deepEqual([sender, more], ['Notification Bot', []]);
  assert.match(content, new RegExp(`^\\*\\*Task ${shortId}\\*\\* · delivery · \`Grete @\\*\\*all\\*\\* Meier\` · `));
  assert.match(content, /\/dispatch\/board\?task=/);
  assert.deepEqual(ok(await api.get(`/tasks/${id}/conversation`)), answers[0]!.json);
  assert.equal((await api.post('/tasks/000000000000000000000000/conversation')).json.message.error, 1402);

  const none = await startFleet(server);
  const other = await none.task();
  assert.equal(ok(await none.api.get(`/tasks/${other.id}/conversation`)).isAvailable, false);
  assert.equal((await none.api.post(`/tasks/${other.id}/conversation`)).json.message.error, 1000);
  assert.equal((await none.api.get(`/tasks/${id}/conversation`)).json.message.error, 1402);
});

test('a driver asks and hears the answer, once, as somebody without any right in the chat', async () => {
  const { api, task, worker, messagesIn, sendText, untilPosted, topics, owner, channelId, organization, botHasRead } =
    await startBridge();
  const [dora, emil] = [await worker(), await worker()];
  const { id, shortId } = await task(assignTo(dora));
  await botHasRead();
  const path = `/driver/tasks/${id}/messages`;
  assert.deepEqual(ok(await dora.driver.get(path)), {
    isAvailable: true,
    isOpen: false,
    isResolved: false,
    messages: [],
    hasOlder: false,
    hasNewer: false,
  });
  const asked = { text: 'Which door? @**all** /poll', actionId: 'ask-1' };
  // Written by somebody who had this browser before.
  assert.equal((await dora.driver.post(path, { ...asked, worker: emil.id })).json.message.error, 1300);
  assert.equal(ok(await dora.driver.get(path)).isOpen, false);
  const { taskId, message } = ok(await dora.driver.post(path, asked));
  assert.deepEqual(
    [taskId, message.text, message.sender],
    [id, asked.text, { name: 'Dora Driver', type: 'WORKER', isOwn: true }],
  );
  assert.deepEqual(ok(await dora.driver.post(path, { ...asked, worker: dora.id })).message, message);
  assert.equal((await dora.driver.post(path, { ...asked, text: 'else' })).json.message.error, 1000);
  for (const text of ['', '   \n', 'x'.repeat(2001)])
    assert.equal((await dora.driver.post(path, { text })).json.message.error, 1000, JSON.stringify(text.slice(0, 5)));
  const [topic = ''] = await topics();
  assert.equal(topic, `${shortId} Market Street 1`);
  const answer = await sendText(topic, 'The green one');
  const late = server.clock.now().getTime() - 3_600_000;
  ok(await dora.driver.post(path, { text: 'Thanks', time: late }));
  const { messages, isOpen, hasOlder } = ok(await dora.driver.get(path));
  assert.deepEqual([isOpen, hasOlder], [true, false]);
  assert.deepEqual(
    messages.map(({ sender, text }: { sender: { type: string }; text: string }) => [sender.type, text.split('\n')[0]]),
    [
      ['BOT', messages[0].text.split('\n')[0]],
      ['WORKER', asked.text],
      ['PERSON', 'The green one'],
      ['WORKER', 'Thanks'],
    ],
  );
  assert.match(messages[3].text, /^Thanks\n\n\*written <time:[^>]+Z>\*$/);
  assert.deepEqual(
    ok(await dora.driver.get(`${path}?after=${message.id}&limit=1`)).messages.map((each: { id: number }) => each.id),
    [answer],
  );
  assert.equal(ok(await dora.driver.get(`${path}?limit=1`)).hasOlder, true);
  // A change in the chat applies to the driver too.
  ok(await owner.patch(`/messages/${answer}`, { content: 'The red one' }));
  assert.equal(ok(await dora.driver.get(path)).messages[2].text, 'The red one');
  ok(await owner.delete(`/messages/${answer}`));
  assert.equal(ok(await dora.driver.get(path)).messages.length, 3);

  // Other tasks show nothing, and this one only while it is the driver's own.
  assert.equal((await emil.driver.get(path)).json.message.error, 1402);
  assert.equal((await emil.driver.post(path, { text: 'hello' })).json.message.error, 1402);
  ok(await api.put(`/containers/workers/${emil.id}`, { tasks: [-1, id] }));
  assert.equal((await dora.driver.get(path)).json.message.error, 1402);
  assert.equal((await dora.driver.post(path, { text: 'still there?' })).json.message.error, 1402);
  assert.equal((await dora.driver.post(path, asked)).json.message.error, 1402);
  await untilPosted(topic, /^\*\*Dora Driver\*\* has the task now/);
  assert.equal((await messagesIn(topic)).filter(([, content]) => content === asked.text).length, 1);

  const standIn = ok(await owner.get('/users')).members.find(
    (each: { full_name: string }) => each.full_name === 'Dora Driver',
  );
  assert.deepEqual([standIn.role, standIn.is_bot, standIn.delivery_email], [600, false, null]);
  const added = await owner.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'Deliveries' }],
    principals: [standIn.user_id],
  });
  assert.equal(added.json.msg, "'Dora Driver' has no account in this organization.");
  // A real person is meant, even if a driver's stand-in has the same name.
  const meant = async () => {
    const { rendered } = ok(await owner.post('/messages/render', { content: '@**Dora Driver**' }));
    return Number(/data-user-id="(\d+)"/.exec(rendered)?.[1]);
  };
  assert.equal(await meant(), standIn.user_id);
  const namesake = await makePerson(server, { organization_id: organization } as CreatedOrganization, {
    name: 'Dora Driver',
  });
  assert.equal(await meant(), namesake.id);
  const direct = await owner.post('/messages', { type: 'direct', to: [standIn.user_id], content: 'hi' });
  assert.equal(direct.json.msg, "'Dora Driver' cannot receive direct messages.");
  assert.equal((await owner.patch(`/users/${standIn.user_id}`, { role: 400 })).json.result, 'error');
  assert.equal(ok(await owner.get(`/streams/${channelId}/members`)).subscribers.includes(standIn.user_id), false);

  ok(await api.put(`/workers/${dora.id}`, { name: 'Dora D*river' }));
  const named = async () => ok(await owner.get(`/users/${standIn.user_id}`)).user;
  await until(async () => (await named()).full_name === 'Dora D river', 'the name being followed');
  ok(await api.delete(`/workers/${dora.id}`));
  await until(async () => (await named()).is_active === false, 'the stand-in ending with the worker');
});

test('what is asked for by a setting is opened with each task, and the topic is resolved when the task is done', async () => {
  const { api, task, worker, topics, untilPosted, messagesIn, channelId, owner } = await startBridge({
    opensEveryTask: true,
  });
  const [dora, emil] = [await worker(), await worker()];
  const { id, shortId } = await task();
  const topic = `${shortId} Market Street 1`;
  await until(async () => (await topics()).includes(topic), 'the topic being opened');
  for (const each of [emil, dora]) ok(await api.put(`/containers/workers/${each.id}`, { tasks: [-1, id] }));
  ok(await dora.driver.post(`/driver/tasks/${id}/start`, {}));
  await untilPosted(topic, / started, /);
  ok(
    await dora.driver.post(`/driver/tasks/${id}/complete`, {
      success: false,
      failureReason: 'OTHER',
      notes: '@**all**',
    }),
  );
  await until(async () => (await topics()).includes(`✔ ${topic}`), 'the topic being resolved');
  assert.deepEqual(await topics(), [`✔ ${topic}`]);
  const texts = (await messagesIn(`✔ ${topic}`)).map(([, content]) => content);
  assert.match(
    texts.join('\n'),
    /has the task now[\s\S]* started, [\s\S]*Not delivered: \*\*Dora Driver\*\*[\s\S]*\*\*OTHER\*\*[\s\S]*`@\*\*all\*\*`[\s\S]*resolved/,
  );
  assert.equal(ok(await dora.driver.get(`/driver/tasks/${id}/messages`)).isResolved, true);
  assert.equal(ok(await api.get(`/tasks/${id}/conversation`)).conversation.isResolved, true);

  // A person who reopens the topic wants to talk: later messages go there, and it stays open.
  const doneTopic = `✔ ${topic}`;
  const { messages: inTopic } = ok(
    await owner.get('/messages', {
      anchor: 'oldest',
      num_before: 0,
      num_after: 1,
      narrow: [
        ['channel', channelId],
        ['topic', doneTopic],
      ],
    }),
  );
  ok(await owner.patch(`/messages/${inTopic[0].id}`, { topic, propagate_mode: 'change_all' }));
  const late = { success: true, actionId: 'late', time: server.clock.now().getTime() };
  ok(await emil.driver.post(`/driver/tasks/${id}/complete`, late));
  await untilPosted(topic, /reported a completion/);
  assert.equal((await topics()).includes(doneTopic), false);

  // A topic into which another one was moved is nobody's: neither driver reads of the other's task.
  const [one, two] = [await task(assignTo(dora)), await task(assignTo(dora))];
  const topicOf = ({ shortId: name }: { shortId: string }) => `${name} Market Street 1`;
  await until(async () => (await topics()).length === 3, 'both topics');
  const narrow = [
    ['channel', channelId],
    ['topic', topicOf(two)],
  ];
  const { messages } = ok(await owner.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 1, narrow }));
  ok(await owner.patch(`/messages/${messages[0].id}`, { topic: topicOf(one), propagate_mode: 'change_all' }));
  for (const each of [one, two])
    assert.equal(ok(await dora.driver.get(`/driver/tasks/${each.id}/messages`)).isOpen, false);
  ok(await dora.driver.post(`/driver/tasks/${one.id}/messages`, { text: 'hello' }));
  assert.deepEqual((await topics())[0], `${topicOf(one)} (2)`);

  // Each task of a batch has one, too.
  const destination = destinationAt();
  const batch = { tasks: [{ destination, ...assignTo(dora) }, { destination }] };
  const { tasks: together } = ok(await api.post('/tasks/batch', batch));
  for (const each of together)
    await until(async () => (await topics()).includes(topicOf(each)), 'the topic of a task of a batch');
  await untilPosted(topicOf(together[0]), /has the task now/);
});

test('commands act by the rights of whoever types them, and the bot says what came of it', async () => {
  const fleet = await startBridge();
  const { api, task, worker, open, sendText, untilPosted, messagesIn, owner, organization } = fleet;
  const dora = await worker([-122.41, 37.78]);
  const { id } = await task({ destination: destinationAt() });
  const { topic } = await open(id);
  const count = async (pattern: RegExp) =>
    (await messagesIn(topic)).filter(([, content]) => pattern.test(content)).length;
  const times = (pattern: RegExp, n: number) =>
    until(async () => (await count(pattern)) === n, `${pattern} ${n} times`);
  await sendText(topic, '/where');
  await untilPosted(topic, /^Nobody has the task\.$/);
  await sendText(topic, '/assign Nobody Here');
  await untilPosted(topic, /^No worker is called \*\*Nobody Here\*\*\.$/);
  await sendText(topic, '/assign dora');
  await untilPosted(topic, / assigned the task to \*\*Dora Driver\*\*\.$/);
  assert.equal((await api.get(`/tasks/${id}`)).json.worker, dora.id);
  await sendText(topic, '/assign Dora Driver');
  await untilPosted(topic, /^\*\*Dora Driver\*\* already has the task/);
  await sendText(topic, '/where');
  await untilPosted(topic, /was here <time:[^>]+>: `37\.78000, -122\.41000`\n(?:8\d\d) m from/);
  await sendText(topic, '/eta');
  await untilPosted(topic, /^Expected <time:/);
  await sendText(topic, '/task');
  await untilPosted(topic, /Worker: \*\*Dora Driver\*\*/);
  // Messages that only look like one: of the chat's own, a path, or beside a task.
  for (const text of ['/me waves', '/etc/hosts', '/ eta', 'and /bogus']) await sendText(topic, text);
  await sendText('elsewhere', '/bogus');
  await sendText(topic, '/bogus now');
  await untilPosted(topic, /^`\/bogus` is not a command here\. Use `\/task`, `\/assign NAME`, `\/where` or `\/eta`\.$/);
  await sendText(topic, '/Assign dora');
  await untilPosted(topic, /^`\/Assign` is not a command/);
  await times(/is not a command/, 2);

  // Nobody else: a member who dispatches nothing, a guest, a driver, who may only read, or who manages another team.
  const join = async (name: string, role: 400 | 600 = 400) => {
    const person = await makePerson(server, { organization_id: organization } as CreatedOrganization, { name, role });
    const principals = [person.id];
    ok(await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'Deliveries' }], principals }));
    return person;
  };
  const member = (await join('Mara Member')).client;
  const guest = (await join('Gwen Guest', 600)).client;
  await sendText(topic, '/assign dora', member);
  await times(/^Only dispatchers can use commands/, 1);
  await sendText(topic, '/task', guest);
  await times(/^Only dispatchers can use commands/, 2);
  ok(await dora.driver.post(`/driver/tasks/${id}/messages`, { text: '/task' }));
  await times(/^Only dispatchers can use commands/, 3);

  // An administrator who is the same person as somebody of the chat.
  const dispatcher = async (name: string, given: object = {}) => {
    const person = await join(name);
    const email = `${name.replace(' ', '.')}@couriers.example`;
    const admin = ok(await api.post('/admins', { name, email, ...given }));
    await server.services.database.transaction(async (tx) => {
      await tx.run(sql`
        update dispatch.administrators set is_active = true where id = ${admin.id}`);
      await tx.run(sql`
        update chat.users set person_id = (select person_id from dispatch.administrators where id = ${admin.id})
        where organization_id = ${organization} and id = ${person.id}`);
    });
    return { ...person, admin: admin.id as string };
  };
  const rita = await dispatcher('Rita Reader', { isReadOnly: true });
  await sendText(topic, '/where', rita.client);
  await untilPosted(topic, /^You have read-only access/);
  const dan = await dispatcher('Dan Dispatcher');
  await sendText(topic, '/assign Dora', dan.client);
  await times(/^\*\*Dora Driver\*\* already has the task/, 2);
  const south = await fleet.team('South', { managers: [dan.admin] });
  await sendText(topic, '/where', dan.client);
  await untilPosted(topic, /^This task belongs to a team you don’t manage/);
  const [{ id: first }] = ok(await api.get('/admins'));
  ok(await api.put(`/teams/${south}`, { managers: [first] }));
  await sendText(topic, '/assign Dora', dan.client);
  await times(/^\*\*Dora Driver\*\* already has the task/, 3);
  ok(await api.delete(`/admins/${dan.admin}`));
  await sendText(topic, '/where', dan.client);
  await times(/^Only dispatchers can use commands/, 4);
  // A refusal of the dispatch side is quoted, and a message elsewhere is an ordinary one.
  const emil = await worker();
  ok(await api.put(`/workers/${emil.id}`, { name: 'Emil Other' }));
  ok(await dora.driver.post(`/driver/tasks/${id}/start`, {}));
  await sendText('elsewhere', '/assign Emil');
  await sendText(topic, '/assign Emil');
  await untilPosted(topic, /^Refused: /);
  assert.deepEqual((await messagesIn('elsewhere')).length, 2);
});

test('of two processes the second waits for the command that the first has: no later one overtakes it', async () => {
  const { database } = server.services;
  const { organization, task, owner } = await startBridge();
  const [{ id: taskId }, { user_id: senderId }] = [await task(), await me(owner)];
  let isTaken = false;
  // One that the server itself takes meanwhile is none to try with.
  for (let messageId = 1; !isTaken; messageId++) {
    const command = { organizationId: organization, messageId, taskId, senderId, content: '/task' };
    await database.transaction((tx) => insertCommand(tx, command), { organizationId: command.organizationId });
    let second: Promise<unknown> | undefined;
    await database.transaction(
      async (tx) => {
        isTaken = (await takeCommand(tx, messageId)) !== undefined;
        if (!isTaken) return;
        let isOver = false;
        second = database
          .transaction((other) => takeCommand(other, messageId), { organizationId: organization })
          .finally(() => {
            isOver = true;
          });
        const waits = async () =>
          (await database.reader.first(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
            and query like '%delete from bridge.commands%'`)) !== undefined;
        await until(async () => isOver || (await waits()), 'the second waiting');
        assert.equal(isOver, false);
      },
      { organizationId: organization },
    );
    assert.equal(await second, undefined);
  }
});
