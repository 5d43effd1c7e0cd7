import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ChatClient, type ChatParams } from '../../../../tests/harness/clients.ts';
import { changeState, makeChannel, makePerson, type Person } from '../../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../../cli/organizations.ts';
import { sql } from '../../../platform/db/sql.ts';
import { indexMessages } from '../search/index-job.ts';

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let owner: ChatClient;
let mara: Person;
let floor: number;

before(async () => {
  server = await startTestServer();
  org = await server.organization();
  owner = new ChatClient(org.chat);
  mara = await makePerson(server, org, { name: 'Mara Member' });
  floor = await makeChannel(server, org.organization_id, { name: 'floor', subscribers: [org.chat.user_id, mara.id] });
});
after(() => server[Symbol.asyncDispose]());

async function send(client: ChatClient, topic: string, content: string): Promise<number> {
  const answer = await client.post('/messages', { type: 'stream', to: floor, topic, content });
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json.id;
}

const range = { anchor: 'newest', num_before: 100, num_after: 0 };
async function fetched(params: ChatParams, client = owner) {
  const answer = await client.get('/messages', params);
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
async function refused(params: ChatParams): Promise<{ code: string; msg: string; status: number; desc?: string }> {
  const answer = await owner.get('/messages', params);
  assert.equal(answer.json.result, 'error', answer.text);
  return { ...answer.json, status: answer.status };
}

describe('wrong parameters', () => {
  test('missing ones', async () => {
    assert.deepEqual(
      [
        (await refused({})).msg,
        (await refused({ num_before: 1 })).msg,
        (await refused({ num_before: 1, num_after: 1 })).msg,
      ],
      ["Missing 'num_before' argument", "Missing 'num_after' argument", "Missing 'anchor' argument"],
    );
    assert.equal((await refused({})).code, 'REQUEST_VARIABLE_MISSING');
  });
  test('of the wrong type or size', async () => {
    const cases: [ChatParams, string][] = [
      [{ anchor: 'soon' }, 'Invalid anchor'],
      [{ anchor: '1.5' }, 'Invalid anchor'],
      [{ anchor: '' }, 'Invalid anchor'],
      [{ num_before: -1 }, 'num_before is too small'],
      [{ num_before: 'many' }, 'Argument "num_before" is not valid JSON.'],
      [{ num_after: 1.5 }, 'num_after is not an integer'],
      [{ include_anchor: 5 }, 'include_anchor is not a boolean'],
      [{ narrow: 'x' }, 'Argument "narrow" is not valid JSON.'],
      [{ narrow: { operator: 'topic' } }, 'narrow is not a list'],
      [{ client_gravatar: 'yes' }, 'Argument "client_gravatar" is not valid JSON.'],
      [{ apply_markdown: 1 }, 'apply_markdown is not a boolean'],
      [{ num_before: 5000, num_after: 1 }, 'Too many messages requested (maximum 5000).'],
      [{ num_before: 1e300 }, 'Too many messages requested (maximum 5000).'],
    ];
    for (const [given, msg] of cases) {
      const error = await refused({ ...range, ...given });
      assert.deepEqual([error.msg, error.code, error.status], [msg, 'BAD_REQUEST', 400], JSON.stringify(given));
    }
    await fetched({ ...range, num_before: 5000 });
  });
  test('message_ids with a parameter of ranges, or too many of them', async () => {
    for (const with_ of [
      { anchor: '5' },
      { include_anchor: true },
      { num_before: 0 },
      { num_after: 0 },
      { use_first_unread_anchor: false },
    ]) {
      assert.match((await refused({ message_ids: [1], ...with_ })).msg, /^Unsupported parameter combination/);
    }
    assert.equal((await refused({ message_ids: ['a'] })).msg, 'message_ids[0] is not an integer');
    const ids = Array.from({ length: 5001 }, (_, index) => 1_000_000 + index);
    for (const [path, given] of [
      ['/messages', { message_ids: ids }],
      ['/messages/matches_narrow', { msg_ids: ids, narrow: [] }],
    ] as const)
      assert.equal((await owner.get(path, given)).json.msg, 'Too many messages requested (maximum 5000).');
    assert.deepEqual((await fetched({ message_ids: ids.slice(1) })).messages, []);
  });
  test('narrows that name what is not there', async () => {
    const cases: [unknown, string][] = [
      [['channel', 'nowhere'], 'unknown channel nowhere'],
      [['channel', 999_999], 'unknown channel 999999'],
      [['sender', 'nobody@couriers.example'], 'unknown user nobody@couriers.example'],
      [['dm', [org.chat.user_id, 999_999]], 'unknown user 999999'],
      [['with', 999_999_999], "Invalid 'with' operator"],
      [['foo', 'x'], 'unknown operator foo'],
      [['search', 'a '.repeat(31)], 'too many search terms (maximum 30)'],
    ];
    for (const [term, desc] of cases) {
      const error = await refused({ ...range, narrow: [term] });
      assert.deepEqual(
        [error.code, error.desc, error.msg, error.status],
        ['BAD_NARROW', desc, `Invalid narrow operator: ${desc}`, 400],
      );
    }
    await makeChannel(server, org.organization_id, {
      name: 'payroll',
      subscribers: [org.chat.user_id],
      inviteOnly: true,
    });
    const hidden = await mara.client.get('/messages', { ...range, narrow: [['channel', 'payroll']] });
    assert.equal(hidden.json.desc, 'unknown channel payroll', hidden.text);
    // The existence of others' conversations is not revealed.
    const other = await makePerson(server, org, { name: 'Nils Night' });
    const sent = await owner.post('/messages', { type: 'direct', to: [other.id], content: 'between us' });
    const between = await mara.client.get('/messages', { ...range, narrow: [['with', sent.json.id]] });
    assert.equal(between.json.desc, "Invalid 'with' operator", between.text);
  });
  test('conversations in which everybody of several takes part', async () => {
    const nora = await makePerson(server, org, { name: 'Nora Night' });
    const write = async (...to: number[]) => {
      const { json } = await owner.post('/messages', { type: 'direct', to, content: 'to some' });
      return json.id as number;
    };
    const [both, one] = [await write(mara.id, nora.id), await write(nora.id)];
    const ids = async (narrow: [string, unknown]) =>
      (await fetched({ ...range, narrow: [narrow] })).messages.map(({ id }: { id: number }) => id);
    assert.deepEqual(await ids(['dm-including', [mara.id, nora.id]]), [both]);
    assert.deepEqual(await ids(['dm-including', [nora.id]]), [both, one]);
  });
  test('numbers beyond every integer are of nothing', async () => {
    for (const narrow of [
      ['id', 1e300],
      ['id', '9223372036854775808'],
      ['-id', 1e300],
      ['near', 1e300],
    ])
      await fetched({ ...range, narrow: [narrow] });
    await fetched({ message_ids: [-1, 0, Number.MAX_SAFE_INTEGER] });
  });
});

describe('forms of an answer', () => {
  test('the empty topic goes under its display name unless the client knows it', async () => {
    const id = await send(owner, '', 'without a topic');
    assert.equal((await fetched({ message_ids: [id] })).messages[0].subject, 'general chat');
    assert.equal((await fetched({ message_ids: [id], allow_empty_topic_name: true })).messages[0].subject, '');
    const search = { message_ids: [id], narrow: [['search', 'without']] };
    assert.equal((await fetched(search)).messages[0].match_subject, 'general chat');
    assert.equal((await fetched({ ...search, allow_empty_topic_name: true })).messages[0].match_subject, '');
    for (const [allow, subject] of [
      [undefined, 'general chat'],
      [true, ''],
    ]) {
      const answer = await mara.client.get('/messages/matches_narrow', {
        msg_ids: [id],
        allow_empty_topic_name: allow,
      });
      assert.equal(answer.json.messages[id].match_subject, subject);
    }
    for (const name of ['', 'general chat', '(no topic)']) {
      const answer = await fetched({
        ...range,
        narrow: [
          ['channel', floor],
          ['topic', name],
        ],
      });
      assert.deepEqual(
        answer.messages.map((message: { id: number }) => message.id),
        [id],
        name,
      );
    }
  });
  test('avatars are left to the client only if it says so, as it does by default', async () => {
    const id = await send(owner, 'faces', 'hello');
    assert.equal((await fetched({ message_ids: [id] })).messages[0].avatar_url, null);
    const [shown] = (await fetched({ message_ids: [id], client_gravatar: false })).messages;
    assert.match(shown.avatar_url, /^\/avatar\/\d+\/1$/);
  });
  test('message_ids gives no anchor, keeps to the narrow and leaves out what is not there', async () => {
    const ids = [await send(owner, 'one', 'a'), await send(owner, 'two', 'b')];
    const answer = await fetched({ message_ids: [...ids, ids[0], 999_999_999] });
    assert.deepEqual(
      answer.messages.map((message: { id: number }) => message.id),
      ids,
    );
    assert.equal('anchor' in answer, false);
    const narrowed = await fetched({ message_ids: ids, narrow: [['topic', 'two']] });
    assert.deepEqual(
      narrowed.messages.map((message: { id: number }) => message.id),
      [ids[1]],
    );
  });
});

describe('kept texts', () => {
  test('show every change that was committed', async () => {
    const id = await send(owner, 'kept', 'first');
    const content = async () => (await fetched({ message_ids: [id], apply_markdown: false })).messages[0];
    assert.equal((await content()).content, 'first');
    await server.services.database.transaction(async (tx) => {
      await tx.run(
        sql`update chat.messages set content = 'second' where organization_id = ${org.organization_id} and id = ${id}`,
      );
      tx.emit({
        organizationId: org.organization_id,
        part: 'chat',
        kind: 'update_message',
        audience: [],
        payload: { message_id: id, message_ids: [id] },
        state: false,
      });
    });
    assert.equal((await content()).content, 'second');
    await changeState(server, org.organization_id, (tx) =>
      tx.run(
        sql`update chat.channels set name = 'ground floor' where organization_id = ${org.organization_id} and id = ${floor}`,
      ),
    );
    assert.equal((await content()).display_recipient, 'ground floor');
  });
  test('a message that moves away while it is fetched is not shown where it was', async () => {
    const away = await makeChannel(server, org.organization_id, { name: 'away', subscribers: [org.chat.user_id] });
    const id = await send(owner, 'leaving', 'goes on');
    const { state } = server.services;
    const catchUp = state.catchUp.bind(state);
    let moved: number | undefined;
    // Asked once the page is chosen and before its messages are read.
    state.catchUp = async (organizationId, eventId) => {
      state.catchUp = catchUp;
      moved = (await owner.patch(`/messages/${id}`, { stream_id: away })).status;
      return catchUp(organizationId, eventId);
    };
    const { messages } = await fetched({ ...range, narrow: [['channel', floor]] });
    assert.equal(moved, 200);
    assert.ok(messages.length > 0 && messages.every((message: { stream_id: number }) => message.stream_id === floor));
  });
  test('also when another process made it', async () => {
    const id = await send(owner, 'kept', 'before');
    await fetched({ message_ids: [id], apply_markdown: false });
    // As another process commits: nothing tells this one but the log's head.
    await server.services.database.pool.query(
      `with head as (update platform.log_heads set event_id = event_id + 1 where organization_id = $1 returning event_id),
         edit as (update chat.messages set content = 'after' where organization_id = $1 and id = $2)
       insert into platform.event_log (organization_id, id, at, part, kind, audience, payload, state)
       select $1, event_id, now(), 'chat', 'update_message', '{}', jsonb_build_object('message_ids', jsonb_build_array($2::bigint)), false from head`,
      [org.organization_id, id],
    );
    assert.equal((await fetched({ message_ids: [id], apply_markdown: false })).messages[0].content, 'after');
  });
});

test('what came in a channel is no longer unread when the channel is archived', async () => {
  const create = { name: 'to be archived', subscribers: [org.chat.user_id, mara.id] };
  const { id: channel } = (await owner.post('/channels/create', create)).json;
  const { id } = (await owner.post('/messages', { type: 'channel', to: channel, topic: 'x', content: 'y' })).json;
  const unread = async () => {
    const { messages } = await fetched({ ...range, narrow: [['is', 'unread']] }, mara.client);
    return messages.filter((message: { id: number }) => message.id === id).length;
  };
  const first = async () =>
    (await fetched({ ...range, anchor: 'first_unread', narrow: [['channel', channel]] }, mara.client)).anchor;
  assert.deepEqual([await unread(), await first()], [1, id]);
  assert.equal((await owner.delete(`/streams/${channel}`)).status, 200);
  assert.equal(await unread(), 0);
  assert.deepEqual((await mara.client.get(`/messages/${id}`)).json.message.flags, ['read']);
  const back = { messages: [id], op: 'remove', flag: 'read' };
  assert.deepEqual((await mara.client.post('/messages/flags', back)).json.messages, []);
});

describe('search', () => {
  const searched = async (text: string) => fetched({ ...range, narrow: [['search', text]] }, mara.client);
  const found = async (text: string): Promise<number[]> =>
    (await searched(text)).messages.map((message: { id: number }) => message.id);

  test('finds stems, phrases, parts of words and scripts without spaces, prepared or not', async () => {
    const parcels = await send(owner, 'Harbour run', 'Both parcels were **delivered** late');
    const order = await send(owner, 'orders', 'order A1042-X7 & plate M-HB 77');
    const tokyo = await send(owner, 'orders', '東京駅前で待っています');
    for (const prepared of [false, true]) {
      if (prepared) await indexMessages(server.services);
      const cases: [string, number[]][] = [
        ['parcel', [parcels]],
        ['DELIVER late', [parcels]],
        ['"delivered late"', [parcels]],
        ['"late delivered"', []],
        ['the parcel', [parcels]],
        ['harbours', [parcels]],
        ['arbou', [parcels]],
        ['042-x', [order]],
        ['x7', [order]],
        ['m-hb', [order]],
        ['7 &', [order]],
        ['東京', [tokyo]],
        ['駅', [tokyo]],
        ['京前', []],
        ['parcel order', []],
        // The stems of these say less than they do: "late" alone, "a" and "x7" alone.
        ['"so late"', []],
        ['"were delivered"', [parcels]],
        ['a<x7', []],
        ['"the parcel', [parcels]],
        ["it's'\\ | & ! ( :*", []],
      ];
      for (const [text, ids] of cases) assert.deepEqual(await found(text), ids, `${text} ${prepared}`);
    }
  });
  test('without accents finds every form, with them the form that is asked for', async () => {
    const written = await send(owner, 'Żółw', 'the cafés of Málaga');
    const plain = await send(owner, 'zolw', 'two cafes in Malaga');
    for (const prepared of [false, true]) {
      if (prepared) await indexMessages(server.services);
      const cases: [string, number[]][] = [
        ['malaga', [written, plain]],
        ['MÁLAGA', [written]],
        ['cafe', [written, plain]],
        ['café', [written]],
        ['cafe\u0301s', [written]],
        ['zolw', [written, plain]],
        ['żółw', [written]],
        ['"of malaga"', [written]],
      ];
      for (const [text, ids] of cases) assert.deepEqual(await found(text), ids, `${text} ${prepared}`);
    }
    const [message] = (await searched('malaga cafe')).messages;
    assert.equal(
      message.match_content,
      '<p>the <span class="highlight">cafés</span> of <span class="highlight">Málaga</span></p>',
    );
    for (const id of [written, plain]) assert.equal((await owner.delete(`/messages/${id}`)).status, 200);
  });
  test('shows what it found', async () => {
    const id = await send(owner, 'A <b> zebra', 'two *zebras* & a zebra-crossing');
    const [message] = (await searched('zebras')).messages;
    assert.equal(message.id, id);
    assert.equal(
      message.match_content,
      '<p>two <em><span class="highlight">zebras</span></em> &amp; a <span class="highlight">zebra</span>-crossing</p>',
    );
    assert.equal(message.match_subject, 'A &lt;b&gt; <span class="highlight">zebra</span>');
    const matching = await mara.client.get('/messages/matches_narrow', {
      msg_ids: [id, id - 1],
      narrow: [['search', 'crossing']],
    });
    assert.deepEqual(Object.keys(matching.json.messages), [String(id)]);
    assert.match(matching.json.messages[id].match_content, /zebra-<span class="highlight">crossing<\/span>/);
    const plain = await mara.client.get('/messages/matches_narrow', { msg_ids: [id], narrow: [['channel', floor]] });
    assert.equal(plain.json.messages[id].match_subject, 'A &lt;b&gt; zebra');
  });
  test('nothing to search for is no filter', async () => {
    assert.ok((await found('  ')).length > 0);
  });
});
