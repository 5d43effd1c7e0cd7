import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Answer, ChatClient } from '../../../../tests/harness/clients.ts';
import { QueueReader } from '../../../../tests/harness/events.ts';
import { makePerson, type Person } from '../../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../../cli/organizations.ts';
import { createCredential } from '../../../platform/credentials/credentials.ts';
import { sql } from '../../../platform/db/sql.ts';
import { Role } from '../../http/caller.ts';

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let owner: ChatClient;
/** Subscribed to where messages were and to where they go: since before them, or since after them. */
let early: Person;
let late: Person;
/** The same, with the new channel muted. */
let muting: Person;
/** Only to where they were, or to where they go, or to neither. */
let behind: Person;
let ahead: Person;
let aside: Person;
/** A guest who is only where they were. */
let guest: Person;
/** Was where they were, left with all of it unread, and is where they go. */
let left: Person;
let everybody: Person[];

before(async () => {
  server = await startTestServer();
  org = await server.organization();
  owner = new ChatClient(org.chat);
  const person = (name: string, role?: Role) => makePerson(server, org, { name, ...(role ? { role } : {}) });
  early = await person('Erin Early');
  late = await person('Lars Late');
  muting = await person('Mona Muting');
  behind = await person('Bela Behind');
  ahead = await person('Ada Ahead');
  aside = await person('Asta Aside');
  guest = await person('Gwen Guest', Role.guest);
  left = await person('Lia Left');
  everybody = [early, late, muting, behind, ahead, aside, guest, left];
});
after(() => server[Symbol.asyncDispose]());

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}

const idsOf = (people: Person[]) => [org.chat.user_id, ...people.map(({ id }) => id)];
let made = 0;

function newKey(userId: number): Promise<string> {
  return server.services.database.transaction(async (tx) => {
    const { organization_id: organizationId } = org;
    return (await createCredential(tx, { organizationId, kind: 'chat', subject: String(userId) })).key;
  });
}

async function channel(people: Person[], params: object = {}): Promise<{ id: number; name: string }> {
  const name = `channel ${++made}`;
  const { id } = ok(await owner.post('/channels/create', { name, subscribers: idsOf(people), ...params }));
  return { id, name };
}

async function subscribe(name: string, people: Person[]): Promise<void> {
  const principals = people.map(({ id }) => id);
  ok(await owner.post('/users/me/subscriptions', { subscriptions: [{ name }], principals }));
}

async function unsubscribe(name: string, people: Person[]): Promise<void> {
  const principals = people.map(({ id }) => id);
  ok(await owner.request('DELETE', '/users/me/subscriptions', { subscriptions: [name], principals }));
}

async function send(to: number, content = 'two vans', topic = 'tour'): Promise<number> {
  return ok(await owner.post('/messages', { type: 'channel', to, topic, content })).id;
}

async function move(id: number, to: number, mode = 'change_all'): Promise<void> {
  const notices = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };
  ok(await owner.patch(`/messages/${id}`, { stream_id: to, propagate_mode: mode, ...notices }));
}

async function mark(person: Person, op: 'add' | 'remove', flag: string, ...messages: number[]): Promise<void> {
  ok(await person.client.post('/messages/flags', { messages, op, flag }));
}

/** By message; of what the person does not see there is nothing. */
async function flagsOf({ client }: Person, ids: readonly number[]): Promise<Record<number, string[]>> {
  const { messages } = ok(await client.get('/messages', { message_ids: ids }));
  return Object.fromEntries(messages.map(({ id, flags }: { id: number; flags: string[] }) => [id, flags.toSorted()]));
}

async function found({ client }: Person, narrow: unknown[]): Promise<number[]> {
  const range = { anchor: 'oldest', num_before: 0, num_after: 1000 };
  return ok(await client.get('/messages', { ...range, narrow })).messages.map(({ id }: { id: number }) => id);
}

/** Returns the unread messages, in any channel, of a client that registers now, and those that mention its person. */
async function unreadOf({ client }: Person): Promise<{ unread: Set<number>; mentions: Set<number> }> {
  const { unread_msgs } = ok(
    await client.post('/register', { fetch_event_types: ['message', 'update_message_flags'] }),
  );
  const streams = unread_msgs.streams as { unread_message_ids: number[] }[];
  return {
    unread: new Set(streams.flatMap(({ unread_message_ids }) => unread_message_ids)),
    mentions: new Set(unread_msgs.mentions),
  };
}

/** The registration, the flags, and the narrows say the same of the messages. */
async function agrees(person: Person, ids: readonly number[]): Promise<Record<number, string[]>> {
  const flags = await flagsOf(person, ids);
  const having = (what: (flags: string[]) => boolean) => ids.filter((id) => flags[id] && what(flags[id]));
  const unread = having((own) => !own.includes('read'));
  const isNaming = (own: string[]) => own.some((flag) => flag === 'mentioned' || flag.startsWith('stream_wildcard'));
  const registered = await unreadOf(person);
  assert.deepEqual(
    ids.filter((id) => registered.unread.has(id)),
    unread,
  );
  assert.deepEqual(
    ids.filter((id) => registered.mentions.has(id)),
    having((own) => !own.includes('read') && isNaming(own)),
  );
  const among = async (narrow: unknown[]) => (await found(person, narrow)).filter((id) => ids.includes(id));
  assert.deepEqual(await among([['is', 'unread']]), unread);
  assert.deepEqual(await among([['is', 'mentioned']]), having(isNaming));
  assert.deepEqual(
    await among([]),
    having((own) => !own.includes('historical')),
  );
  assert.deepEqual(
    await among([['is', 'starred']]),
    having((own) => own.includes('starred')),
  );
  return flags;
}

/** A client of the person that knows the messages' flags, and follows the events of them. */
async function follow(person: Person, ids: readonly number[]) {
  const queue = await QueueReader.register(person.client, {
    event_types: ['update_message', 'update_message_flags', 'delete_message'],
    client_capabilities: { bulk_message_deletion: true },
  });
  const flags = await flagsOf(person, ids);
  return {
    /** The flags by events are those of a fetch; @returns what of flags was said */
    async flagEvents(): Promise<string[]> {
      const emitted: string[] = [];
      for (const event of await queue.poll()) {
        if (event.type === 'delete_message') for (const id of event.message_ids) delete flags[id];
        // A client fetches what it did not know, or had lost.
        const unknown = event.type === 'update_message' ? event.message_ids.filter((id: number) => !flags[id]) : [];
        if (unknown.length > 0) Object.assign(flags, await flagsOf(person, unknown));
        else if (event.type === 'update_message')
          assert.deepEqual(
            (event.flags as string[]).toSorted(),
            (await flagsOf(person, [event.message_id]))[event.message_id],
          );
        if (event.type !== 'update_message_flags') continue;
        emitted.push(`${event.op} ${event.flag} ${event.messages}`);
        for (const id of event.messages as number[]) {
          const rest = (flags[id] ?? []).filter((each) => each !== event.flag);
          if (flags[id]) flags[id] = event.op === 'add' ? [...rest, event.flag].sort() : rest;
        }
      }
      assert.deepEqual(flags, await agrees(person, ids));
      return emitted;
    },
  };
}

/** Three messages of a topic, of which the second names people; who is where is said above. */
async function arrange(params: object) {
  const from = await channel([early, late, muting, behind, guest, left]);
  const to = await channel([early, ahead], params);
  const text = 'hear @**all** @**Lars Late** @**Bela Behind** @**Gwen Guest**';
  const ids = [await send(from.id), await send(from.id, text), await send(from.id)];
  await unsubscribe(from.name, [left]);
  await subscribe(to.name, [late, muting, left]);
  ok(
    await muting.client.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: to.id, property: 'is_muted', value: true }],
    }),
  );
  for (const person of [early, late]) await mark(person, 'add', 'read', ids[2]!);
  for (const person of [late, behind, guest]) await mark(person, 'add', 'starred', ids[0]!);
  return { from, to, ids };
}

const NAMED = ['mentioned', 'stream_wildcard_mentioned', 'wildcard_mentioned'];
const WILDCARD = ['stream_wildcard_mentioned', 'wildcard_mentioned'];

for (const [kind, params] of [
  ['a public channel', {}],
  ['a private channel', { invite_only: true, history_public_to_subscribers: true }],
  [
    'a private channel that keeps its history from newcomers',
    { invite_only: true, history_public_to_subscribers: false },
  ],
] as const) {
  test(`flags stay with people when a topic moves to ${kind}, and when it moves back`, async () => {
    const { from, to, ids } = await arrange(params);
    const isPrivate = kind !== 'a public channel';
    const clients = new Map<Person, Awaited<ReturnType<typeof follow>>>();
    const before = new Map<Person, Record<number, string[]>>();
    for (const person of everybody) {
      clients.set(person, await follow(person, ids));
      before.set(person, await agrees(person, ids));
    }
    assert.deepEqual(before.get(late), { [ids[0]!]: ['starred'], [ids[1]!]: NAMED, [ids[2]!]: ['read'] });
    await move(ids[0]!, to.id);
    for (const person of everybody) {
      // People subscribed to neither channel receive nothing.
      const emitted = person === aside ? [] : await clients.get(person)!.flagEvents();
      const now = await agrees(person, ids);
      const old = before.get(person)!;
      if ([early, late, muting, left].includes(person)) {
        // Nothing is another than it was, and nothing is said.
        assert.deepEqual([now, emitted], [old, []]);
      } else if (person === behind && !isPrivate) {
        assert.deepEqual(now, {
          [ids[0]!]: ['read', 'starred'],
          [ids[1]!]: [...NAMED, 'read'].sort(),
          [ids[2]!]: ['read'],
        });
        assert.deepEqual(emitted, [`add read ${ids}`]);
      } else if (person === ahead || (person === aside && !isPrivate)) {
        // It never came to them.
        for (const id of ids) assert.deepEqual(now[id], ['historical', 'read']);
        assert.deepEqual(emitted, []);
      } else assert.deepEqual([now, emitted], [{}, []]);
    }
    await move(ids[0]!, from.id);
    for (const person of everybody) {
      const emitted = person === aside ? [] : await clients.get(person)!.flagEvents();
      const now = await agrees(person, ids);
      if (person === behind || person === guest) {
        // Messages they lost meanwhile are read; they have the others again.
        assert.deepEqual(now, {
          [ids[0]!]: ['read', 'starred'],
          [ids[1]!]: [...NAMED, 'read'].sort(),
          [ids[2]!]: ['read'],
        });
        assert.deepEqual(emitted, person === guest || isPrivate ? [`add starred ${ids[0]}`] : []);
      } else assert.deepEqual([now, emitted], [before.get(person), []]);
    }
  });
}

test('one message, or the later ones, take their flags along and leave the others theirs', async () => {
  const { to, ids } = await arrange({});
  const clients = [];
  for (const person of [late, behind]) clients.push(await follow(person, ids));
  const flags = await flagsOf(late, ids);
  await move(ids[1]!, to.id, 'change_one');
  assert.deepEqual(await clients[0]!.flagEvents(), []);
  assert.deepEqual(await clients[1]!.flagEvents(), [`add read ${ids[1]}`]);
  await move(ids[0]!, to.id, 'change_later');
  assert.deepEqual(await clients[0]!.flagEvents(), []);
  assert.deepEqual(await clients[1]!.flagEvents(), [`add read ${[ids[0], ids[2]]}`]);
  assert.deepEqual(await flagsOf(late, ids), flags);
});

describe('what has moved', () => {
  test('is read and marked as unread where it stands, and goes on so', async () => {
    const { from, to, ids } = await arrange({});
    await move(ids[0]!, to.id);
    const stays = await send(to.id, 'later');
    const client = await follow(late, [...ids, stays]);
    await mark(late, 'add', 'read', ids[1]!, stays);
    await mark(late, 'remove', 'read', ids[2]!);
    assert.deepEqual(await flagsOf(late, ids), {
      [ids[0]!]: ['starred'],
      [ids[1]!]: [...NAMED, 'read'].sort(),
      [ids[2]!]: [],
    });
    await client.flagEvents();
    // New messages in the old place are marked separately: moved ones are not marked with them.
    const next = await send(from.id, 'another');
    await mark(late, 'add', 'read', next);
    await client.flagEvents();
    ok(await late.client.post('/mark_stream_as_read', { stream_id: to.id }));
    await client.flagEvents();
    for (const own of Object.values(await flagsOf(late, [...ids, stays]))) assert.ok(own.includes('read'));
    assert.deepEqual((await flagsOf(late, [next]))[next], ['read']);
    // Nobody has unread what they are not subscribed to, or what never came to them.
    await mark(behind, 'remove', 'read', ...ids);
    await mark(ahead, 'remove', 'read', ...ids);
    for (const person of [behind, ahead])
      for (const own of Object.values(await agrees(person, ids))) assert.ok(own.includes('read'));
  });

  test('goes on to a third channel, and stays with whoever is there', async () => {
    const { to, ids } = await arrange({});
    const third = await channel([late, behind, ahead]);
    const clients = new Map<Person, Awaited<ReturnType<typeof follow>>>();
    for (const person of everybody) clients.set(person, await follow(person, ids));
    const flags = await flagsOf(late, ids);
    for (const place of [to, third, to]) {
      await move(ids[0]!, place.id);
      for (const person of everybody) await clients.get(person)!.flagEvents();
    }
    assert.deepEqual(await flagsOf(late, ids), flags);
    // It had become read on the way.
    assert.deepEqual((await flagsOf(early, ids))[ids[0]!], ['read']);
    assert.deepEqual((await flagsOf(behind, ids))[ids[1]!], [...NAMED, 'read'].sort());
  });

  test('is read by whoever leaves, and does not come back with a new subscription', async () => {
    const { to, ids } = await arrange({});
    await move(ids[0]!, to.id);
    const client = await follow(late, ids);
    await unsubscribe(to.name, [late]);
    assert.deepEqual(await client.flagEvents(), [`add read ${ids.slice(0, 2)}`]);
    await subscribe(to.name, [late]);
    assert.deepEqual(await client.flagEvents(), []);
    await mark(late, 'remove', 'read', ids[0]!);
    assert.deepEqual(await client.flagEvents(), []);
    const fourth = await channel([late]);
    await move(ids[0]!, fourth.id);
    assert.deepEqual(await client.flagEvents(), []);
    // Later subscribers have none of it unread.
    await subscribe(to.name, [behind]);
    await agrees(behind, ids);
  });

  test('is read while its channel is archived, and unread again with it', async () => {
    const { to, ids } = await arrange({});
    await move(ids[0]!, to.id);
    const client = await follow(late, ids);
    ok(await owner.delete(`/streams/${to.id}`));
    assert.deepEqual(await client.flagEvents(), [`add read ${ids.slice(0, 2)}`]);
    ok(await owner.patch(`/streams/${to.id}`, { is_archived: false }));
    assert.deepEqual(await client.flagEvents(), [`remove read ${ids.slice(0, 2)}`]);
  });

  test('says who has read it, and keeps its marks when it is edited', async () => {
    const { to, ids } = await arrange({});
    await move(ids[0]!, to.id);
    const clients = [];
    for (const person of [early, late, ahead, behind]) clients.push(await follow(person, ids));
    await mark(early, 'add', 'read', ids[0]!);
    // The event does not name people who lost it.
    const closed = await channel([early, late], { invite_only: true });
    const readers = async () => ok(await owner.get(`/messages/${ids[0]}/read_receipts`)).user_ids as number[];
    const all = await readers();
    assert.deepEqual(
      [early, late, behind, guest].map(({ id }) => all.includes(id)),
      [true, false, true, false],
    );
    await move(ids[0]!, closed.id);
    assert.deepEqual(await readers(), [early.id]);
    await move(ids[0]!, to.id);
    ok(await owner.patch(`/messages/${ids[1]}`, { content: 'hear @**all**' }));
    await clients[0]!.flagEvents();
    assert.deepEqual((await flagsOf(late, ids))[ids[1]!], WILDCARD);
    ok(await owner.patch(`/messages/${ids[1]}`, { content: 'hear @**Ada Ahead**' }));
    assert.deepEqual((await flagsOf(late, ids))[ids[1]!], []);
    assert.deepEqual((await flagsOf(ahead, ids))[ids[1]!], ['historical', 'read']);
    ok(await owner.delete(`/messages/${ids[1]}`));
    assert.deepEqual(Object.keys(await agrees(late, ids)).map(Number), [ids[0], ids[2]]);
  });

  test('is read by whoever comes back to an account', async () => {
    const { to, ids } = await arrange({});
    const gone = await makePerson(server, org, { name: 'Gus Gone' });
    const there = await channel([gone]);
    const id = await send(there.id, '@**Gus Gone**');
    await subscribe(to.name, [gone]);
    ok(await owner.delete(`/users/${gone.id}`));
    await move(ids[0]!, to.id);
    await move(id, to.id);
    ok(await owner.post(`/users/${gone.id}/reactivate`));
    const again = {
      ...gone,
      client: new ChatClient({ site: server.url, email: gone.email, api_key: await newKey(gone.id) }),
    };
    assert.deepEqual((await agrees(again, [id]))[id], ['mentioned', 'read']);
    assert.deepEqual((await agrees(again, ids))[ids[1]!], ['historical', 'read']);
  });
});

test('a move writes for whoever has something unread that they will not have there, and for nobody else', async () => {
  const crowd = [];
  for (let n = 0; n < 4; n++) crowd.push(await makePerson(server, org, { name: `Crowd ${n}` }));
  const from = await channel([...crowd, behind]);
  const to = await channel(crowd);
  const ids = [await send(from.id), await send(from.id)];
  const marks = () =>
    server.services.database.reader.all(sql<{ userId: number }>`
      select r.user_id as "userId" from chat.read_ranges r join chat.channels c using (organization_id, recipient_id)
      where c.organization_id = ${org.organization_id} and c.id in (${from.id}, ${to.id})`);
  await move(ids[0]!, to.id);
  assert.deepEqual(await marks(), [{ userId: behind.id }]);
  await move(ids[0]!, from.id);
  assert.deepEqual(await marks(), [{ userId: behind.id }]);
});
