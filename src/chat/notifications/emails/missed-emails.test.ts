import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient, until } from '../../../../tests/harness/clients.ts';
import { changeSubscriptions, QueueReader } from '../../../../tests/harness/events.ts';
import { makeChannel, makePerson, type Person } from '../../../../tests/harness/people.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { MessageSent } from '../../reading/message.ts';
import { systemGroupIds } from '../../user-groups/access.ts';
import { decideAll } from '../decide-all.ts';
import { sendMissedEmails } from './send-missed-emails.ts';

const server = await startTestServer({ publicUrl: 'https://chat.example' });
after(() => server[Symbol.asyncDispose]());
const { reader } = server.services.database;
const org = await server.organization({ name: 'Example Couriers' });
const { organization_id: organizationId } = org;
const owner = new ChatClient({ ...org.chat, site: server.url });
const ann = await makePerson(server, org, { name: 'Ann Adler' });
const cleo = await makePerson(server, org, { name: 'Cleo Clark' });
let people = 0;

function ok({ json, text }: Answer) {
  assert.equal(json.result, 'success', text);
  return json;
}

/** Somebody who has missed nothing yet. */
const somebody = () => makePerson(server, org, { name: `Sam Someone ${++people}` });
const channel = (name: string, subscribers: Person[]) =>
  makeChannel(server, organizationId, { name, subscribers: subscribers.map(({ id }) => id) });
const direct = async (from: Person, to: Person[], content: string): Promise<number> =>
  ok(await from.client.post('/messages', { type: 'direct', to: to.map(({ id }) => id), content })).id;
const post = async (from: Person, to: number, topic: string, content: string): Promise<number> =>
  ok(await from.client.post('/messages', { type: 'channel', to, topic, content })).id;
const set = async (person: Person, settings: object) => ok(await person.client.patch('/settings', { ...settings }));

/** Waits until everything in the log was decided upon. */
const decided = () =>
  until(async () => {
    const behind = await reader.first(sql`
      select from platform.log_cursors c join platform.log_heads h using (organization_id)
      where c.organization_id = ${organizationId} and c.reader = 'chat-notifications' and c.event_id < h.event_id`);
    return behind === undefined;
  }, 'the log to be read');

interface Mail {
  subject: string;
  body: string;
  thread: string;
  unsubscribe_url: string;
  sealed_reply_to: Buffer | null;
}
const mailsTo = ({ email }: Person) =>
  reader.all(sql<Mail>`
    select subject, body, thread, unsubscribe_url, sealed_reply_to from platform.outbox where recipient = ${email} order by id`);
/** E-mails that a person has got once the time of everything that waits has come. */
async function mailsDue(person: Person): Promise<Mail[]> {
  await decided();
  server.clock.advance(3600_000);
  await sendMissedEmails(server.services);
  return mailsTo(person);
}

test('direct messages come together after the set time, mentions and each conversation by themselves', async () => {
  const sam = await somebody();
  const floor = await channel('floor', [ann, cleo, sam]);
  await set(sam, {
    email_notifications_batching_period_seconds: 300,
    automatically_follow_topics_where_mentioned: false,
  });
  await direct(ann, [sam], 'the *first* one');
  await direct(cleo, [sam, ann], 'to both');
  await post(cleo, floor, 'gates', `@**${`Sam Someone ${people}`}** which gate?`);
  await post(cleo, floor, 'gates', 'nobody in particular');
  await decided();
  await direct(ann, [sam], 'the second one');
  await decided();
  await sendMissedEmails(server.services);
  assert.deepEqual(await mailsTo(sam), [], 'before its time');
  const mails = await mailsDue(sam);
  assert.deepEqual(mails.map(({ subject }) => subject).sort(), [
    '#floor > gates',
    'Direct message from Ann Adler',
    'Direct message from Cleo Clark',
  ]);
  const fromAnn = mails.find(({ subject }) => subject.includes('Ann'))!;
  assert.match(fromAnn.body, /^Ann Adler:\nthe first one\n\nAnn Adler:\nthe second one\n\n-- \n/);
  assert.match(fromAnn.body, /sent you a direct message\.\n.*Example Couriers: https:\/\/chat\.example\/#narrow\/dm\//);
  const inChannel = mails.find(({ subject }) => subject.startsWith('#'))!;
  assert.match(inChannel.body, /which gate\?/);
  assert.doesNotMatch(inChannel.body, /in particular/);
  // This server takes no mail.
  assert.ok(
    mails.every(({ body, sealed_reply_to }) => sealed_reply_to === null && !body.includes('Your reply to this')),
  );
  assert.equal(new Set(mails.map(({ thread }) => thread)).size, 3);
  await direct(ann, [sam], 'later');
  const later = (await mailsDue(sam)).slice(3);
  assert.deepEqual(
    later.map(({ thread }) => thread),
    [fromAnn.thread],
    'the same thread',
  );
});

test('it waits until the person may be disturbed again, or ends that themselves', async () => {
  const [sam, tess] = [await somebody(), await somebody()];
  const until = Math.floor(server.clock.now().getTime() / 1000) + 3 * 3600;
  for (const person of [sam, tess]) await set(person, { do_not_disturb_until: until });
  await direct(ann, [sam], 'not now');
  await direct(ann, [tess], 'not now');
  assert.deepEqual([await mailsDue(sam), await mailsDue(tess)], [[], []]);
  await set(tess, { do_not_disturb_until: 0 });
  await sendMissedEmails(server.services);
  assert.deepEqual([(await mailsTo(sam)).length, (await mailsTo(tess)).length], [0, 1]);
  assert.equal((await mailsDue(sam)).length, 1);
});

test('it is written in the language of whom it is for', async () => {
  const sam = await somebody();
  await set(sam, { default_language: 'de' });
  await direct(ann, [sam, cleo], 'to both');
  const [mail] = await mailsDue(sam);
  assert.match(mail!.subject, /^Direktnachricht von Ann Adler/);
  const [other] = (await mailsTo(cleo)).slice(-1);
  assert.match(other!.subject, /^Direct message from Ann Adler/);
});

test('a guest is not told who a sender is of whom they may not know', async () => {
  const system = await systemGroupIds(server.services.state.of(organizationId));
  const guest = await makePerson(server, org, { name: 'Gwen Guest', role: 600 });
  const gate = await channel('gate', [ann, cleo, guest]);
  ok(await owner.patch('/realm', { can_access_all_users_group: { new: system['role:members'] } }));
  await post(ann, gate, 'gates', '@**Gwen Guest** which one?');
  await post(cleo, gate, 'gates', '@**Gwen Guest** that one');
  await decided();
  // By whom the guest may know of when it is written.
  await changeSubscriptions(server, organizationId, 'unsubscribe', gate, [ann.id]);
  const [mail, ...more] = await mailsDue(guest);
  assert.deepEqual(more, []);
  assert.match(mail!.body, /^Unknown user:\n@Gwen Guest which one\?\n\nCleo Clark:\n@Gwen Guest that one\n/);
  assert.doesNotMatch(mail!.subject + mail!.body, /Ann/);
  ok(await owner.patch('/realm', { can_access_all_users_group: { new: system['role:everyone'] } }));
});

test('nothing for what was read, deleted or taken out of sight meanwhile, nor by whom was muted', async () => {
  const sam = await somebody();
  const name = `Sam Someone ${people}`;
  const yard = await channel('yard', [ann, sam]);
  const id = await direct(ann, [sam], 'read elsewhere');
  await decided();
  ok(await sam.client.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }));
  const deleted = await direct(ann, [sam], 'deleted');
  await decided();
  ok(await ann.client.delete(`/messages/${deleted}`));
  await post(ann, yard, 'x', `@**${name}** removed since`);
  await decided();
  await changeSubscriptions(server, organizationId, 'unsubscribe', yard, [sam.id]);
  await direct(cleo, [sam], 'muted since');
  await decided();
  ok(await sam.client.post(`/users/me/muted_users/${cleo.id}`));
  await direct(cleo, [sam], 'muted before');
  assert.deepEqual(await mailsDue(sam), []);
  await direct(ann, [sam], 'heard');
  assert.equal((await mailsDue(sam)).length, 1);
});

test('nothing for whom is there, for bots, or for whom settings speak against it', async () => {
  const here = await somebody();
  const silent = await somebody();
  const bot = await makePerson(server, org, { name: 'Echo Bot', botOwnerId: ann.id });
  const gone = await somebody();
  ok(await here.client.post('/users/me/presence', { status: 'active' }));
  await set(silent, { enable_offline_email_notifications: false });
  for (const person of [here, silent, bot, gone]) await direct(ann, [person], 'hello');
  await decided();
  ok(await owner.delete(`/users/${gone.id}`));
  for (const person of [here, silent, bot, gone]) assert.deepEqual(await mailsDue(person), [], person.email);
  // An hour later nobody is there any more.
  await direct(ann, [here], 'hello again');
  assert.equal((await mailsDue(here)).length, 1);
});

test('channels and followed topics by their settings, and not where they are muted', async () => {
  const sam = await somebody();
  const dock = await channel('dock', [ann, sam]);
  const pier = await channel('pier', [ann, sam]);
  await post(ann, dock, 'all', 'not wanted');
  await decided();
  await set(sam, { enable_stream_email_notifications: true });
  await post(ann, dock, 'all', 'wanted');
  ok(await sam.client.post('/user_topics', { stream_id: dock, topic: 'noise', visibility_policy: 1 }));
  await post(ann, dock, 'NOISE', 'muted');
  const property = (stream_id: number, property: string, value: boolean) =>
    sam.client.post('/users/me/subscriptions/properties', { subscription_data: [{ stream_id, property, value }] });
  ok(await property(pier, 'email_notifications', false));
  await post(ann, pier, 'all', 'switched off');
  ok(await sam.client.post('/user_topics', { stream_id: pier, topic: 'news', visibility_policy: 3 }));
  await post(ann, pier, 'News', 'followed');
  const texts = (await mailsDue(sam)).map(({ body }) => body.split('\n')[1]);
  assert.deepEqual(texts.sort(), ['followed', 'wanted']);
});

test('what was written is left out where the person or the organization says so', async () => {
  const sam = await somebody();
  await set(sam, { message_content_in_email_notifications: false, realm_name_in_email_notifications_policy: 2 });
  await direct(ann, [sam], 'confidential');
  const [own] = await mailsDue(sam);
  assert.equal(own!.subject, '[Example Couriers] New messages');
  assert.doesNotMatch(own!.body, /confidential|Ann/);
  const other = await somebody();
  ok(await owner.patch('/realm', { message_content_allowed_in_email_notifications: false }));
  await direct(ann, [other], 'confidential');
  const [mail] = await mailsDue(other);
  ok(await owner.patch('/realm', { message_content_allowed_in_email_notifications: true }));
  assert.equal(mail!.subject, 'New messages');
  assert.doesNotMatch(mail!.body, /confidential/);
});

test('an edit notifies those whom it names, and nobody whom the message notified or named before', async () => {
  ok(await owner.patch('/realm', { message_content_edit_limit_seconds: 'unlimited' }));
  const sam = await somebody();
  const samsName = `Sam Someone ${people}`;
  const tess = await somebody();
  const tessName = `Sam Someone ${people}`;
  const listening = await somebody();
  const listenersName = `Sam Someone ${people}`;
  const lawn = await channel('lawn', [ann, cleo, sam, tess, listening]);
  const property = { stream_id: lawn, property: 'email_notifications', value: true };
  ok(await listening.client.post('/users/me/subscriptions/properties', { subscription_data: [property] }));
  for (const person of [sam, tess])
    await set(person, { automatically_follow_topics_where_mentioned: false, automatically_follow_topics_policy: 4 });
  const edit = async (id: number, content: string) => ok(await ann.client.patch(`/messages/${id}`, { content }));
  const id = await post(ann, lawn, 'mow', `@**${tessName}** first`);
  for (const person of [sam, tess, listening])
    assert.equal((await mailsDue(person)).length, person === sam ? 0 : 1, person.email);
  const queue = await QueueReader.register(cleo.client, { event_types: ['update_message'] });
  await edit(id, `@**${samsName}** @**${listenersName}** and not the first`);
  const mails = await mailsDue(sam);
  assert.match(mails[0]!.body, /and not the first.*somebody mentioned you/s);
  const [event] = await queue.poll();
  assert.equal('named_anew' in event!, false);
  await edit(id, 'nobody');
  await edit(id, `@**${samsName}** @**${tessName}** @**${listenersName}** again`);
  await edit(id, `@**all** everybody`);
  for (const person of [sam, tess, listening]) assert.equal((await mailsDue(person)).length, 1, person.email);
  // People whom the wildcard reached before are not mentioned again.
  const wild = await post(ann, lawn, 'rake', '@**all** wild');
  await edit(wild, `@**all** @**${samsName}** wild`);
  assert.equal((await mailsDue(sam)).length, 2);
  const topical = await post(tess, lawn, 'water', 'none');
  ok(await tess.client.patch(`/messages/${topical}`, { content: '@**topic** none took part' }));
  const quiet = await post(ann, lawn, 'water', `@_**${tessName}** in silence`);
  await edit(quiet, `@_**${tessName}** @**topic** at last`);
  assert.match((await mailsDue(tess)).at(-1)!.body, /at last.*everybody in the topic/s);
  assert.equal((await mailsDue(sam)).length, 2);
});

test('nothing is asked about people who are there, unless pushes go out', async () => {
  const asked: string[] = [];
  const watched: Reader = {
    organizationId,
    of: () => watched,
    all: (statement) => reader.all(statement).finally(() => asked.push(statement.strings.join(''))),
    first: (statement) => reader.first(statement),
  };
  const [{ payload }] = (await reader.all(sql<{ payload: MessageSent }>`
    select payload from platform.event_log where organization_id = ${organizationId} and kind = 'message' limit 1`)) as [
    { payload: MessageSent },
  ];
  const news = [{ ...payload, at: payload.message.timestamp }];
  for (const [pushes, queries] of [
    [false, 0],
    [true, 1],
  ] as const) {
    for await (const _notified of decideAll(watched, news, { isActive: () => true, pushes }));
    assert.equal(asked.length, queries);
  }
});

test('one click ends them without signing in, and tells the clients; a made-up link does nothing', async () => {
  const sam = await somebody();
  const quay = await channel('quay', [ann, sam]);
  const subscription_data = [{ stream_id: quay, property: 'email_notifications', value: true }];
  ok(await sam.client.post('/users/me/subscriptions/properties', { subscription_data }));
  await post(ann, quay, 'x', 'one');
  const [mail] = await mailsDue(sam);
  const queue = await QueueReader.register(sam.client, { event_types: ['user_settings', 'subscription'] });
  const { pathname } = new URL(mail!.unsubscribe_url);
  const url = server.url + pathname;
  assert.match(mail!.body, new RegExp(pathname));
  const page = await fetch(url);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<form method="post">/);
  assert.deepEqual(await queue.poll(), [], 'looking changes nothing');
  for (const made of [`${url}x`, url.replace(`/${sam.id}/`, `/${ann.id}/`), url.replace(organizationId, 'x')])
    for (const method of ['GET', 'POST'])
      assert.equal((await fetch(made, { method })).status, 404, `${method} ${made}`);
  const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  assert.equal((await fetch(url, { method: 'POST', body: form })).status, 200);
  const events = (await queue.poll()).map(({ property, value }) => [property, value]);
  assert.deepEqual(events.sort(), [
    ['email_notifications', false],
    ['enable_followed_topic_email_notifications', false],
    ['enable_offline_email_notifications', false],
  ]);
  assert.equal((await fetch(url, { method: 'POST' })).status, 200, 'again');
  await post(ann, quay, 'x', 'two');
  await direct(ann, [sam], 'three');
  assert.equal((await mailsDue(sam)).length, 1);
});

test('two processes at once write each e-mail once', async () => {
  const some = await Promise.all([somebody(), somebody(), somebody()]);
  for (const person of some) await direct(ann, [person], 'hello');
  await decided();
  server.clock.advance(3600_000);
  await Promise.all(Array.from({ length: 4 }, () => sendMissedEmails(server.services)));
  for (const person of some) assert.equal((await mailsTo(person)).length, 1);
});
