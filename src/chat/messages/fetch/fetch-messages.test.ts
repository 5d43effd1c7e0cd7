import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ChatClient, type ChatParams } from '../../../../tests/harness/clients.ts';
import { changeSubscriptions } from '../../../../tests/harness/events.ts';
import { makeChannel, makePerson, type Person } from '../../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../../cli/organizations.ts';

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let owner: ChatClient;
let mara: Person;
let nils: Person;
let gwen: Person;
let floor: number;
let secret: number;
/** To floor, topic "tour", by Mara. */
const tour: number[] = [];
let direct: number;

before(async () => {
  server = await startTestServer();
  org = await server.organization();
  owner = new ChatClient(org.chat);
  mara = await makePerson(server, org, { name: 'Mara Member' });
  nils = await makePerson(server, org, { name: 'Nils Night' });
  gwen = await makePerson(server, org, { name: 'Gwen Guest', role: 600 });
  floor = await makeChannel(server, org.organization_id, { name: 'floor', subscribers: [mara.id, nils.id] });
  secret = await makeChannel(server, org.organization_id, { name: 'secret', subscribers: [mara.id], inviteOnly: true });
  for (let n = 1; n <= 10; n++)
    tour.push(await send(mara.client, { type: 'stream', to: floor, topic: 'Tour', content: `stop **${n}**` }));
  direct = await send(mara.client, { type: 'direct', to: [nils.id], content: 'between us' });
});
after(() => server[Symbol.asyncDispose]());

async function send(client: ChatClient, params: ChatParams): Promise<number> {
  const answer = await client.post('/messages', { read_by_sender: true, ...params });
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json.id;
}

async function fetched(client: ChatClient, params: ChatParams) {
  const answer = await client.get('/messages', { num_before: 0, num_after: 0, ...params });
  assert.equal(answer.json.result, 'success', answer.text);
  return { ...answer.json, ids: answer.json.messages.map((message: { id: number }) => message.id) };
}

async function mark(client: ChatClient, op: 'add' | 'remove', messages: number[]): Promise<void> {
  const answer = await client.post('/messages/flags', { messages, op, flag: 'read' });
  assert.equal(answer.json.result, 'success', answer.text);
}

const inTour = [
  ['channel', 'floor'],
  ['topic', 'tour'],
];

describe('anchors', () => {
  test('newest gives the newest messages and the ID of the newest', async () => {
    const answer = await fetched(mara.client, { anchor: 'newest', num_before: 3, narrow: inTour });
    assert.deepEqual(answer.ids, tour.slice(-3));
    assert.equal(answer.anchor, tour.at(-1));
    assert.equal(answer.found_newest, true);
    assert.equal(answer.found_oldest, false);
    assert.equal(answer.history_limited, false);
  });
  test('newest where nothing matches gives the number beyond all', async () => {
    const answer = await fetched(mara.client, {
      anchor: 'newest',
      num_before: 3,
      narrow: [
        ['channel', 'floor'],
        ['topic', 'nothing'],
      ],
    });
    assert.deepEqual(answer.ids, []);
    assert.equal(answer.anchor, 10_000_000_000_000_000);
    assert.deepEqual([answer.found_anchor, answer.found_newest, answer.found_oldest], [false, true, true]);
  });
  test('oldest', async () => {
    const answer = await fetched(mara.client, { anchor: 'oldest', num_after: 3, narrow: inTour });
    assert.deepEqual(answer.ids, tour.slice(0, 3));
    assert.deepEqual([answer.found_newest, answer.found_oldest], [false, true]);
  });
  test('an ID, with both sides, with and without itself', async () => {
    const anchor = String(tour[4]);
    const answer = await fetched(mara.client, { anchor, num_before: 2, num_after: 2, narrow: inTour });
    assert.deepEqual(answer.ids, tour.slice(2, 7));
    assert.deepEqual([answer.anchor, answer.found_anchor], [tour[4], true]);
    // As many as were asked for are all there are.
    for (const [num_before, found_oldest] of [
      [3, false],
      [4, true],
    ])
      assert.equal((await fetched(mara.client, { anchor, num_before, narrow: inTour })).found_oldest, found_oldest);
    const without = await fetched(mara.client, {
      anchor,
      num_before: 2,
      num_after: 2,
      include_anchor: false,
      narrow: inTour,
    });
    assert.deepEqual(without.ids, [...tour.slice(2, 4), ...tour.slice(5, 7)]);
    assert.equal(without.found_anchor, false);
  });
  test('numbers beyond every integer are beyond every message', async () => {
    for (const anchor of ['10000000000000000', '9'.repeat(40)]) {
      const answer = await fetched(mara.client, { anchor, num_before: 2, num_after: 2, narrow: inTour });
      assert.deepEqual(answer.ids, tour.slice(-2));
      assert.equal(answer.found_newest, true);
    }
    const below = await fetched(mara.client, { anchor: '-5', num_after: 2, narrow: inTour });
    assert.deepEqual(below.ids, tour.slice(0, 2));
  });
  test('first_unread, and the deprecated flag that wins over anchor', async () => {
    const unread = await fetched(nils.client, { anchor: 'first_unread', num_before: 1, num_after: 1, narrow: inTour });
    assert.equal(unread.anchor, tour[0]);
    assert.deepEqual(unread.ids, tour.slice(0, 2));
    await mark(nils.client, 'add', tour.slice(0, 4));
    const answer = await fetched(nils.client, {
      anchor: '0',
      use_first_unread_anchor: true,
      num_before: 30,
      num_after: 10,
      narrow: [],
    });
    assert.equal(answer.anchor, tour[4]);
    assert.deepEqual(answer.ids, [...tour, direct]);
    assert.deepEqual(answer.messages[0].flags, ['read']);
    assert.deepEqual(answer.messages[4].flags, []);
    await mark(nils.client, 'remove', [tour[1]!]);
    assert.equal(
      (await fetched(nils.client, { anchor: 'first_unread' })).anchor,
      tour[1],
      'before what was found once',
    );
    await mark(nils.client, 'add', [tour[1]!, tour[4]!]);
    assert.equal((await fetched(nils.client, { anchor: 'first_unread' })).anchor, tour[5]);
    const own = await fetched(mara.client, { anchor: 'first_unread', num_before: 2, narrow: inTour });
    assert.deepEqual(own.ids, tour.slice(-2), 'nothing unread: the most recent');
  });
});

describe('forms', () => {
  test('HTML and Markdown', async () => {
    const [html] = (await fetched(mara.client, { anchor: String(tour[0]) })).messages;
    assert.equal(html.content, '<p>stop <strong>1</strong></p>');
    assert.equal(html.content_type, 'text/html');
    const [raw] = (await fetched(mara.client, { anchor: String(tour[0]), apply_markdown: false })).messages;
    assert.equal(raw.content, 'stop **1**');
    assert.equal(raw.content_type, 'text/x-markdown');
  });
});

describe('who sees what', () => {
  test('a private channel is its subscribers alone', async () => {
    const id = await send(mara.client, { type: 'stream', to: secret, topic: 'x', content: 'quiet' });
    assert.deepEqual(
      (await fetched(mara.client, { message_ids: [id], num_before: undefined, num_after: undefined })).ids,
      [id],
    );
    for (const { client } of [nils, gwen]) {
      assert.deepEqual(
        (await fetched(client, { message_ids: [id, direct + 1000], num_before: undefined, num_after: undefined })).ids,
        [],
      );
      const answer = await client.get('/messages', {
        anchor: 'newest',
        num_before: 5,
        num_after: 0,
        narrow: [['channel', secret]],
      });
      assert.equal(answer.json.code, 'BAD_NARROW');
    }
  });
  test('public history is for members, not for guests; direct messages for their people', async () => {
    const all = { message_ids: [...tour, direct], num_before: undefined, num_after: undefined };
    assert.deepEqual((await fetched(owner, all)).ids, tour);
    assert.deepEqual((await fetched(nils.client, all)).ids, [...tour, direct]);
    assert.deepEqual((await fetched(gwen.client, all)).ids, []);
    const [seen] = (await fetched(owner, all)).messages;
    assert.deepEqual(seen.flags, ['read', 'historical']);
    assert.deepEqual((await fetched(owner, { anchor: 'newest', num_before: 10 })).ids, [], 'not the own history');
    assert.deepEqual(
      (await fetched(owner, { anchor: 'newest', num_before: 10, narrow: [['channels', 'public']] })).ids,
      tour,
    );
  });
});

describe('narrows', () => {
  const newest = (person: Person, ...narrow: unknown[]) =>
    fetched(person.client, { anchor: 'newest', num_before: 100, narrow });
  test('mentions of many are those of whom they came to, and in a topic of who takes part', async () => {
    const hall = await makeChannel(server, org.organization_id, { name: 'hall', subscribers: [mara.id, nils.id] });
    const all = await send(mara.client, { type: 'stream', to: hall, topic: 'x', content: 'Dear @**all**' });
    await send(mara.client, { type: 'stream', to: hall, topic: 'x', content: 'Dear @**topic**' });
    const mentions = [
      ['channel', hall],
      ['is', 'mentioned'],
    ];
    assert.deepEqual((await newest(nils, ...mentions)).ids, [all]);
    const olga = await makePerson(server, org, { name: 'Olga Outside' });
    assert.deepEqual((await newest(olga, ['channel', hall])).ids.includes(all), true);
    assert.deepEqual((await newest(olga, ...mentions)).ids, []);
  });
  test('a page of protected history begins where the person came', async () => {
    await mara.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'vault' }], invite_only: true });
    const vault = (await mara.client.get('/get_stream_id', { stream: 'vault' })).json.stream_id;
    for (let n = 0; n < 3; n++) await send(mara.client, { type: 'stream', to: vault, topic: 'x', content: 'before' });
    await changeSubscriptions(server, org.organization_id, 'subscribe', vault, [nils.id]);
    const id = await send(mara.client, { type: 'stream', to: vault, topic: 'x', content: 'after' });
    const page = { anchor: 'oldest', num_after: 1, narrow: [['channel', vault]] };
    assert.deepEqual((await fetched(nils.client, page)).ids, [id]);
  });
  test('what came to oneself is found behind many messages of others', async () => {
    const own: number[] = [];
    const olaf = await makePerson(server, org, { name: 'Olaf Often' });
    for (let n = 0; n < 14; n++)
      own.push(await makeChannel(server, org.organization_id, { name: `own ${n}`, subscribers: [olaf.id, mara.id] }));
    const id = await send(mara.client, { type: 'stream', to: own[3], topic: 'x', content: 'to find' });
    for (let n = 0; n < 70; n++)
      await send(mara.client, { type: 'stream', to: floor, topic: 'noise', content: 'more' });
    assert.deepEqual((await fetched(olaf.client, { anchor: 'newest', num_before: 1 })).ids, [id]);
  });
  test('group conversations are of three at least', async () => {
    const group = await send(mara.client, { type: 'direct', to: [nils.id, gwen.id], content: 'we three' });
    assert.deepEqual((await newest(mara, ['group-pm-with', nils.id])).ids, [group]);
  });
});
