import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../../tests/harness/clients.ts';
import { changeSubscriptions, QueueReader } from '../../../../tests/harness/events.ts';
import { makeChannel, makePerson, type Person } from '../../../../tests/harness/people.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { countMatching } from '../../../../tests/harness/statements.ts';
import { sql } from '../../../platform/db/sql.ts';
import { systemGroupIds } from '../../user-groups/access.ts';
import { sendDigests } from './send-digests.ts';

const DAY_MS = 86_400_000;
/** 0 is Monday. */
const WEDNESDAY = 2;

const server = await startTestServer({ publicUrl: 'https://chat.example' });
after(() => server[Symbol.asyncDispose]());
const { reader } = server.services.database;
// Four hours ahead of UTC the whole year.
const org = await server.organization({ name: 'Example Couriers', timezone: 'Asia/Dubai' });
const { organization_id: organizationId } = org;
const owner = new ChatClient({ ...org.chat, site: server.url });

function ok({ json, text }: Answer) {
  assert.equal(json.result, 'success', text);
  return json;
}
/** Goes to the next Wednesday at an hour of UTC, or to some days before it. */
function goTo(hour: number, daysBefore = 0): void {
  const now = server.clock.now();
  const at = new Date(now);
  at.setUTCHours(hour, 30, 0, 0);
  do at.setTime(at.getTime() + DAY_MS);
  while ((at.getUTCDay() + 6) % 7 !== WEDNESDAY);
  server.clock.advance(at.getTime() - daysBefore * DAY_MS - now.getTime());
}
const somebody = (name: string) => makePerson(server, org, { name });
const channel = (name: string, subscribers: Person[], inviteOnly = false) =>
  makeChannel(server, organizationId, { name, subscribers: subscribers.map(({ id }) => id), inviteOnly });
const post = async (from: Person, to: number, topic: string, content: string): Promise<number> =>
  ok(await from.client.post('/messages', { type: 'channel', to, topic, content })).id;
const set = async (person: Person, settings: object) => ok(await person.client.patch('/settings', { ...settings }));
const send = () => sendDigests(server.services);
interface Mail {
  recipient: string;
  subject: string;
  body: string;
  unsubscribe_url: string;
}
/** Digests that are in the outbox: e-mails without a conversation. */
const digests = () =>
  reader.all(sql<Mail>`
    select recipient, subject, body, unsubscribe_url from platform.outbox where channel = 'email' and thread is null order by id`);

goTo(10, 9);
const ann = await somebody('Ann Adler');
const cleo = await somebody('Cleo Clark');
const sam = await somebody('Sam Someone');
const yard = await channel('yard', [ann, cleo, sam]);

test('nobody gets any unless the organization says so', async () => {
  goTo(10, 3);
  await post(ann, yard, 'gates', 'said before');
  goTo(10);
  await send();
  assert.deepEqual(await digests(), []);
  ok(await owner.patch('/realm', { digest_emails_enabled: true, digest_weekday: WEDNESDAY }));
});

test('who was away is sent once what they may see and have not read, on the day and by the hour of the organization', async () => {
  const tess = await somebody('Tess There');
  const una = await somebody('Una Unseen');
  const opted = await somebody('Otto Out');
  const hidden = await somebody('Hilda Hidden');
  const bot = await makePerson(server, org, { name: 'Echo Bot', botOwnerId: ann.id });
  await set(opted, { enable_digest_emails: false });
  const resting = await somebody('Rita Resting');
  await set(resting, { do_not_disturb_until: 4_000_000_000 });
  await set(una, { presence_enabled: false });
  await set(hidden, { message_content_in_email_notifications: false, default_language: 'de' });
  await changeSubscriptions(server, organizationId, 'subscribe', yard, [
    tess.id,
    una.id,
    opted.id,
    resting.id,
    hidden.id,
    bot.id,
  ]);
  const left = await channel('left', [ann, sam]);
  const vault = await channel('vault', [ann, tess], true);
  goTo(10, 3);
  const nora = await somebody('Nora New');
  await changeSubscriptions(server, organizationId, 'subscribe', yard, [nora.id]);
  for (const text of ['one', 'two', 'three', `four ${'x'.repeat(400)}`]) await post(ann, yard, 'gates', text);
  await post(ann, yard, 'noise', 'muted topic');
  await post(ann, yard, 'read', 'read already');
  const read = await post(ann, yard, 'read', 'the last of it');
  await post(cleo, yard, 'cleo', 'from somebody muted');
  await post(ann, vault, 'gold', 'not for everybody');
  await post(ann, left, 'x', 'left since');
  ok(await sam.client.post('/user_topics', { stream_id: yard, topic: 'NOISE', visibility_policy: 1 }));
  ok(await sam.client.post(`/users/me/muted_users/${cleo.id}`));
  await changeSubscriptions(server, organizationId, 'unsubscribe', left, [sam.id]);
  const narrow = [{ operator: 'topic', operand: 'read' }];
  const all = { anchor: 'newest', num_before: 100, num_after: 0, op: 'add', flag: 'read', narrow };
  ok(await sam.client.post('/messages/flags/narrow', all));
  ok(await una.client.post('/messages/flags', { messages: [read], op: 'add', flag: 'read' }));
  await channel('plans', [ann]);
  await channel('plots', [ann], true);
  ok(await owner.delete(`/streams/${await channel('piers', [ann])}`));
  ok(await tess.client.post('/users/me/presence', { status: 'idle' }));
  goTo(4);
  await send();
  assert.deepEqual(await digests(), [], 'half past eight there');
  server.clock.advance(3_600_000);
  await Promise.all([send(), send()]);
  const mails = await digests();
  const recipients = mails.map(({ recipient }) => recipient);
  for (const person of [sam, hidden]) assert.equal(recipients.filter((each) => each === person.email).length, 1);
  for (const person of [ann, cleo, tess, una, opted, resting, bot, nora])
    assert.ok(!recipients.includes(person.email), person.email);
  const { subject, body } = mails.find(({ recipient }) => recipient === sam.email)!;
  assert.equal(subject, 'Example Couriers: while you were away');
  const [gates] = /#yard > gates\n(?:.*\n)*?https.*/.exec(body)!;
  assert.match(
    gates,
    /^#yard > gates\n… and more before that\nAnn Adler: two\nAnn Adler: three\nAnn Adler: four x{294}…\nhttps:/,
  );
  assert.match(body, /\n\nNew channels: #left, #plans\n\n/);
  for (const message of [/muted/, /already/, /not for everybody/, /left since/, /plots/, /piers/, /vault/])
    assert.doesNotMatch(body, message);
  const german = mails.find(({ recipient }) => recipient === hidden.email)!;
  assert.equal(german.subject, 'Example Couriers: während Sie weg waren');
  assert.match(german.body, /In 4 Themen gibt es Ungelesenes, und 2 Kanäle sind neu/);
  assert.doesNotMatch(german.body, /gates|Ann|plans/);
  await send();
  goTo(5, 2);
  await send();
  assert.equal((await digests()).length, mails.length, 'again, and on another day');
});

test('a week in which nothing happened is not summed up; one click ends them', async () => {
  const before = (await digests()).length;
  goTo(5);
  goTo(5);
  await send();
  assert.equal((await digests()).length, before);
  goTo(5, 1);
  await post(ann, yard, 'gates', 'news');
  goTo(5);
  await send();
  const mail = (await digests()).slice(before).find(({ recipient }) => recipient === sam.email)!;
  const queue = await QueueReader.register(sam.client, { event_types: ['user_settings'] });
  const url = server.url + new URL(mail.unsubscribe_url).pathname;
  assert.match(await (await fetch(url)).text(), /Stop weekly summaries from/);
  for (const made of [`${url}x`, url.replace('unsubscribe-digests', 'unsubscribe')])
    assert.equal((await fetch(made, { method: 'POST' })).status, 404);
  assert.deepEqual(await queue.poll(), []);
  const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  assert.equal((await fetch(url, { method: 'POST', body: form })).status, 200);
  const events = (await queue.poll()).map(({ property, value }) => [property, value]);
  assert.deepEqual(events, [['enable_digest_emails', false]]);
});

test('of a busy organization each is told what was said in the channels that they hear', async () => {
  const before = (await digests()).length;
  const outside = await somebody('Olga Outside');
  await set(sam, { enable_digest_emails: true });
  goTo(10, 6);
  const attic = await channel('attic', [ann, sam, outside]);
  const machines = await channel('machines', [cleo, sam]);
  goTo(10, 4);
  await post(ann, attic, 'Lamp', 'the quiet voice');
  const built = await post(cleo, machines, 'constructor', 'done');
  const isMuted = [{ stream_id: machines, property: 'is_muted', value: true }];
  ok(await sam.client.post('/users/me/subscriptions/properties', { subscription_data: isMuted }));
  await server.services.database.transaction((tx) =>
    tx.run(sql`
      insert into chat.messages (organization_id, id, recipient_id, channel_id, topic, sender_id, client, content,
        rendered_content, plain_text, sent_at)
      select organization_id, nextval('chat.message_ids'), recipient_id, channel_id, 'build ' || n % 300, sender_id, client,
        content, rendered_content, plain_text, sent_at
      from chat.messages cross join generate_series(1, 51000) n
      where organization_id = ${organizationId} and id = ${built} order by n`),
  );
  goTo(5);
  assert.equal(await countMatching(/from chat\.channels c where .* true order by/s, send), 0, 'all channels are read');
  const mails = (await digests()).slice(before);
  const recipients = mails.map(({ recipient }) => recipient);
  assert.ok(!recipients.includes(ann.email), 'who wrote four days ago');
  for (const person of [sam, outside]) {
    const { body } = mails.find(({ recipient }) => recipient === person.email)!;
    assert.match(body, /#attic > Lamp\nAnn Adler: the quiet voice\n/, person.email);
    assert.doesNotMatch(body, /machines >/);
  }
});

test('a guest is not told who a sender is of whom they may not know', async () => {
  const before = (await digests()).length;
  const system = await systemGroupIds(server.services.state.of(organizationId));
  goTo(10, 6);
  const guest = await makePerson(server, org, { name: 'Gwen Guest', role: 600 });
  const cellar = await channel('cellar', [ann, cleo, guest]);
  ok(await owner.patch('/realm', { can_access_all_users_group: { new: system['role:members'] } }));
  goTo(10, 4);
  await post(ann, cellar, 'Lamp', 'it is dark');
  await post(cleo, cellar, 'Lamp', 'it is light');
  await changeSubscriptions(server, organizationId, 'unsubscribe', cellar, [ann.id]);
  goTo(5);
  await send();
  const { body } = (await digests()).slice(before).find(({ recipient }) => recipient === guest.email)!;
  assert.match(body, /#cellar > Lamp\nUnknown user: it is dark\nCleo Clark: it is light\n/);
  assert.doesNotMatch(body, /Ann/);
});
