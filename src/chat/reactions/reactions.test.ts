import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { changeSubscriptions, QueueReader } from '../../../tests/harness/events.ts';
import { changeState, makeChannel, makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { statementsOf } from '../../../tests/harness/statements.ts';
import { whileHeld } from '../../../tests/harness/while-held.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { sql } from '../../platform/db/sql.ts';
import { channelsByIds } from '../channels/access.ts';
import { doUnsubscribe } from '../subscriptions/actions.ts';

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let mara: Person;
let nils: Person;
let terminal: Person;

before(async () => {
  server = await startTestServer();
  org = await server.organization();
  mara = await makePerson(server, org, { name: 'Mara Member' });
  nils = await makePerson(server, org, { name: 'Nils Night' });
  terminal = await makePerson(server, org, { name: 'Tess Terminal', headers: { 'user-agent': 'ZulipTerminal/0.7' } });
});
after(() => server[Symbol.asyncDispose]());

async function channel(name: string, people: Person[], inviteOnly = false): Promise<number> {
  const id = await makeChannel(server, org.organization_id, { name, subscribers: [], inviteOnly });
  await changeSubscriptions(
    server,
    org.organization_id,
    'subscribe',
    id,
    people.map((person) => person.id),
  );
  return id;
}

async function send(person: Person, to: number | number[]): Promise<number> {
  const type = Array.isArray(to) ? 'direct' : 'channel';
  const answer = await person.client.post('/messages', { type, to, topic: 'dock 4', content: 'two vans' });
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json.id;
}

async function react(person: Person, id: number, params: object): Promise<void> {
  const answer = await person.client.post(`/messages/${id}/reactions`, { ...params });
  assert.equal(answer.json.result, 'success', answer.text);
}

async function refused(person: Person, method: 'POST' | 'DELETE', id: number, params: object): Promise<string> {
  const answer = await person.client.request(method, `/messages/${id}/reactions`, { ...params });
  assert.equal(answer.status, 400, answer.text);
  return `${answer.json.code}: ${answer.json.msg}`;
}

async function reactions(person: Person, id: number) {
  return (await person.client.get('/messages', { message_ids: [id] })).json.messages[0].reactions;
}

const thumb = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' };

test('names with accents are known, by name alone and with their code', async () => {
  const id = await send(mara, await channel('accents', [mara, nils]));
  await react(mara, id, { emoji_name: 'piñata' });
  await react(nils, id, { emoji_name: 'piñata', emoji_code: '1fa85', reaction_type: 'unicode_emoji' });
  const given = await reactions(mara, id);
  assert.deepEqual(
    given.map((each: { emoji_code: string }) => each.emoji_code),
    ['1fa85', '1fa85'],
  );
  assert.match(await refused(mara, 'POST', id, { ...thumb, emoji_name: 'piñata' }), /Invalid emoji name/);
});

test('by name, by name and code; once each; and back', async () => {
  const dock = await channel('dock', [mara, nils]);
  const id = await send(mara, dock);
  assert.deepEqual(await reactions(nils, id), []);
  const queue = await QueueReader.register(nils.client, { event_types: ['reaction'] });
  await react(mara, id, { emoji_name: '+1' });
  // Another name of the same emoji joins under the name that is there.
  await react(nils, id, { ...thumb, emoji_name: 'thumbs_up' });
  assert.deepEqual(await reactions(nils, id), [
    { ...thumb, user_id: mara.id },
    { ...thumb, user_id: nils.id },
  ]);
  assert.equal(await refused(mara, 'POST', id, thumb), 'REACTION_ALREADY_EXISTS: Reaction already exists.');
  assert.equal(
    await refused(mara, 'POST', id, { emoji_name: 'thumbs_up' }),
    'REACTION_ALREADY_EXISTS: Reaction already exists.',
  );
  const removed = await mara.client.delete(`/messages/${id}/reactions`, { emoji_name: 'like' });
  assert.equal(removed.json.result, 'success', removed.text);
  assert.equal(await refused(mara, 'DELETE', id, thumb), "REACTION_DOES_NOT_EXIST: Reaction doesn't exist.");
  assert.deepEqual(await reactions(mara, id), [{ ...thumb, user_id: nils.id }]);
  const [first, , last] = await queue.collect('reaction', 3);
  const person = { user_id: mara.id, email: mara.email, full_name: 'Mara Member' };
  const received = { type: 'reaction', message_id: id, ...thumb, user_id: mara.id, user: person };
  assert.deepEqual(first, { ...received, op: 'add', id: first!.id });
  assert.deepEqual(last, { ...received, op: 'remove', id: last!.id });
});

test('any emoji by its code, with the selectors of its picture or without', async () => {
  const id = await send(mara, [nils.id]);
  for (const [emoji_code, emoji_name, retained] of [
    ['1f1fa-1f1f3', 'flag_united_nations', '1f1fa-1f1f3'],
    ['1f468-200d-1f692', 'man_firefighter', '1f468-200d-1f692'],
    ['2764-fe0f', 'heart', '2764'],
    ['1f441-200d-1f5e8', 'eye_in_speech_bubble', '1f441-fe0f-200d-1f5e8-fe0f'],
    ['2603', 'snowman', '2603'],
  ] as const) {
    await react(nils, id, { emoji_name, emoji_code });
    assert.equal((await reactions(mara, id))[0].emoji_code, retained);
    await nils.client.delete(`/messages/${id}/reactions`, {
      emoji_name,
      emoji_code: retained,
      reaction_type: 'unicode_emoji',
    });
  }
  assert.deepEqual(await reactions(mara, id), []);
});

test("the service's own emoji under both names of its kind", async () => {
  const dock = await channel('own emoji', [mara, nils, terminal]);
  const id = await send(mara, dock);
  const [modern, old] = [nils, terminal].map((each) =>
    QueueReader.register(each.client, { event_types: ['reaction'] }),
  );
  const queues = [await modern!, await old!];
  await react(mara, id, { emoji_name: 'zulip' });
  await react(terminal, id, { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' });
  await react(nils, id, { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'service_extra_emoji' });
  for (const [person, queue, type] of [
    [nils, queues[0]!, 'service_extra_emoji'],
    [terminal, queues[1]!, 'zulip_extra_emoji'],
  ] as const) {
    for (const reaction of await reactions(person, id)) assert.equal(reaction.reaction_type, type);
    for (const event of await queue.collect('reaction', 3)) assert.equal(event.reaction_type, type);
  }
});

test('what is wrong', async () => {
  const dock = await channel('wrong', [mara, nils]);
  const id = await send(mara, dock);
  const cases: [object, string][] = [
    [{ emoji_name: 'no_such_emoji' }, "BAD_REQUEST: Emoji 'no_such_emoji' does not exist"],
    [{ emoji_name: '' }, "BAD_REQUEST: Emoji '' does not exist"],
    [{ emoji_name: 'constructor' }, "BAD_REQUEST: Emoji 'constructor' does not exist"],
    [{ ...thumb, emoji_name: 'heart' }, 'BAD_REQUEST: Invalid emoji name.'],
    [{ emoji_name: 'heart', emoji_code: '1f1fa-1f1f3' }, 'BAD_REQUEST: Invalid emoji name.'],
    [{ emoji_name: 'UP <b>', emoji_code: '1f1fa-1f1f3' }, 'BAD_REQUEST: Invalid emoji name.'],
    [{ emoji_name: 'letter', emoji_code: '0041' }, 'BAD_REQUEST: Invalid emoji code.'],
    [{ emoji_name: 'letter', emoji_code: 'ffffff' }, 'BAD_REQUEST: Invalid emoji code.'],
    [{ emoji_name: 'letter', emoji_code: '1F44D' }, 'BAD_REQUEST: Invalid emoji code.'],
    [{ emoji_name: 'letter', emoji_code: 'toString' }, 'BAD_REQUEST: Invalid emoji code.'],
    [{ ...thumb, reaction_type: 'sticker' }, 'BAD_REQUEST: Invalid emoji type.'],
    [{ emoji_name: 'van', emoji_code: '1', reaction_type: 'realm_emoji' }, 'BAD_REQUEST: Invalid custom emoji.'],
    [{ emoji_name: 'zulip', emoji_code: 'x', reaction_type: 'zulip_extra_emoji' }, 'BAD_REQUEST: Invalid emoji code.'],
    [{}, "REQUEST_VARIABLE_MISSING: Missing 'emoji_name' argument"],
  ];
  for (const [params, error] of cases) assert.equal(await refused(mara, 'POST', id, params), error);
  assert.equal(
    await refused(mara, 'DELETE', id, {}),
    'BAD_REQUEST: At least one of the following arguments must be present: emoji_name, emoji_code',
  );
  assert.equal(
    await refused(mara, 'DELETE', id, { emoji_name: 'no_such' }),
    "BAD_REQUEST: Emoji 'no_such' does not exist",
  );
  assert.deepEqual(await reactions(mara, id), []);
});

test('messages that are hidden, gone, or in an archived channel', async () => {
  const secret = await channel('secret', [nils], true);
  const hidden = await send(nils, secret);
  const old = await channel('old', [mara, nils]);
  const archived = await send(nils, old);
  await changeState(server, org.organization_id, (tx) =>
    tx.run(
      sql`update chat.channels set is_archived = true where organization_id = ${org.organization_id} and id = ${old}`,
    ),
  );
  const direct = (await nils.client.post('/messages', { type: 'direct', to: [nils.id], content: 'a note' })).json.id;
  for (const id of [hidden, direct, archived, 999_999_999, -1]) {
    assert.equal(await refused(mara, 'POST', id, thumb), 'BAD_REQUEST: Invalid message(s)');
    assert.equal(await refused(mara, 'DELETE', id, thumb), 'BAD_REQUEST: Invalid message(s)');
  }
});

test('many at once: each is told once; a message may go meanwhile', async () => {
  const dock = await channel('many', [mara, nils]);
  const id = await send(mara, dock);
  const queue = await QueueReader.register(nils.client, { event_types: ['reaction'] });
  const answers = await Promise.all(
    [mara, nils, mara, nils, mara].map(({ client }) => client.post(`/messages/${id}/reactions`, thumb)),
  );
  assert.equal(answers.filter(({ json }) => json.result === 'success').length, 2);
  assert.equal((await queue.collect('reaction', 2)).length, 2);
  for (let round = 0; round < 8; round++) {
    const gone = await send(mara, dock);
    const given = { messages: [gone], op: 'add', flag: 'starred' };
    const all = await Promise.all([
      nils.client.post(`/messages/${gone}/reactions`, thumb),
      nils.client.post('/messages/flags', given),
      mara.client.delete(`/messages/${gone}`),
      mara.client.post('/messages/flags', given),
      mara.client.post(`/messages/${gone}/reactions`, thumb),
    ]);
    for (const { status, text } of all) assert.ok(status === 200 || status === 400, text);
  }
});

test('holds its message for seven statements at most, whoever waits for it', async () => {
  const id = await send(mara, await channel('storm', [mara, nils]));
  await react(nils, id, { emoji_name: 'eyes' });
  const statements = await statementsOf(/insert into chat\.reactions/, () => react(nils, id, thumb));
  assert.ok(statements.length <= 7, statements.join(';\n'));
});

test('whoever loses the channel while they wait for its message, does not react to it', async () => {
  const dock = await channel('lost meanwhile', [mara, nils], true);
  const id = await send(mara, dock);
  await react(nils, id, { emoji_name: 'eyes' });
  const received = await whileHeld(
    server,
    async (tx) => {
      await tx.run(
        sql`select 1 from chat.messages where organization_id = ${org.organization_id} and id = ${id} for update`,
      );
      await doUnsubscribe(tx.of(org.organization_id), await channelsByIds(tx.of(org.organization_id), [dock]), [
        nils.id,
      ]);
    },
    () => refused(nils, 'POST', id, thumb),
  );
  assert.equal(received, 'BAD_REQUEST: Invalid message(s)');
});
