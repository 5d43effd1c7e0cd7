import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { createCredential } from '../../src/platform/credentials/credentials.ts';
import { ascending } from '../../web/store/chat/conversation.ts';
import { type Narrow, narrowKey, narrowTerms } from '../../web/store/chat/narrow.ts';
import { isFollowed } from '../../web/store/chat/windows/membership.ts';
import { addFetched } from '../../web/store/chat/windows/windows.ts';
import type { FetchMessagesAnswer, Message } from '../../web/store/wire/chat.ts';
import { makePerson } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { messageActions } from './law-messages.ts';
import { furnish } from './law-play.ts';
import { TOPICS } from './law-step.ts';
import { type LawStep, lawStep, takeStep } from './law-steps.ts';
import { type Actor, LawReader, LawWorld } from './law-world.ts';

/*
 * The law of windows: what the store knows to be complete of a list of messages equals what the server gives now, whatever happened
 * since it was fetched, and while it was on its way. LAW_SECONDS=600 looks longer; SEED=… looks at the same again.
 */

const SECONDS = Number(process.env.LAW_SECONDS ?? 10);
const MAX_RUNS = 8;
const LONG = { timeout: (SECONDS + 280) * 1000 };
const PEOPLE = [
  ['Ada Administrator', 200],
  ['Mara Member', 400],
  ['Nils Night', 400],
  ['Gwen Guest', 600],
] as const;

let server: TestServer & AsyncDisposable;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

async function makeWorld(): Promise<LawWorld> {
  const org = await server.organization();
  const { user_id, email, api_key } = org.chat;
  const actors: Actor[] = [{ id: user_id, name: 'Olive Owner', email, key: api_key, isActive: true }];
  for (const [name, role] of PEOPLE) {
    const person = await makePerson(server, org, { name, role });
    actors.push({ id: person.id, name, email: person.email, key: person.client.key, isActive: true });
  }
  const newKey = (actor: Actor) =>
    server.services.database.transaction(async (tx) => {
      const subject = String(actor.id);
      return (await createCredential(tx, { organizationId: org.organization_id, kind: 'chat', subject })).key;
    });
  return furnish(new LawWorld([server.url], actors, newKey));
}

const small = fc.nat({ max: 999 });
const messageStep: fc.Arbitrary<LawStep> = fc.record({
  do: fc.oneof(...Object.entries(messageActions).map(([name, [weight]]) => ({ weight, arbitrary: fc.constant(name) }))),
  ...{ who: small, process: fc.constant(0), a: small, b: small, c: small },
});
/** Mostly about messages; all else that may happen is among it. */
const step = fc.oneof({ weight: 5, arbitrary: messageStep }, { weight: 1, arbitrary: lawStep });

/** A list of messages that somebody looks at. */
function narrowAt(world: LawWorld, reader: LawReader, n: number): Narrow {
  const channelId = world.channels[n % world.channels.length]!.id;
  const other = world.actors[n % world.actors.length]!.id;
  const wide = ['all', 'mentions', 'starred', 'own', 'reactions'] as const;
  switch (n % 4) {
    case 0:
      return { kind: 'topic', channelId, topic: TOPICS[(n >> 2) % TOPICS.length]! };
    case 1:
      return { kind: 'channel', channelId };
    case 2:
      return { kind: 'direct', userIds: ascending(new Set([reader.actor.id, other])) };
    default:
      return { kind: wide[(n >> 2) % wide.length]! };
  }
}

async function fetchAround(
  world: LawWorld,
  { actor }: LawReader,
  narrow: Narrow,
  asked: { anchor: string | number; num_before: number; num_after: number },
): Promise<FetchMessagesAnswer | undefined> {
  const answer = await world.client(actor).get('/messages', {
    ...{ ...asked, anchor: String(asked.anchor), narrow: narrowTerms(narrow, actor.id) },
    ...{ apply_markdown: true, client_gravatar: false, allow_empty_topic_name: true },
  });
  // A channel that the person may not know of.
  return answer.status === 200 ? answer.json : undefined;
}

/** Looks at a part of a list. What happens while the answer is on its way comes before it. */
async function lookAt(world: LawWorld, reader: LawReader, { a, b, c }: LawStep, meanwhile: () => Promise<void>) {
  const narrow = narrowAt(world, reader, a);
  const anchor = b % 3 === 0 ? 'newest' : (world.messages.at(-1 - (b % 20)) ?? 'newest');
  const { state } = reader;
  const askedAt = state.lastEventId;
  const answer = await fetchAround(world, reader, narrow, { anchor, num_before: c % 9, num_after: (c >> 3) % 5 });
  await meanwhile();
  if (answer && reader.state === state) addFetched(state, narrow, answer, askedAt);
}

/** False knowledge, of every list that events follow. */
async function wrongIn(world: LawWorld, reader: LawReader, compared: Set<string>): Promise<string[]> {
  await reader.follow(world);
  const { state, actor } = reader;
  const wrong: string[] = [];
  for (const { narrow, ranges, isStale } of state.windows.values()) {
    if (isStale || ranges.length === 0 || !isFollowed(state, narrow)) continue;
    const fresh = await fetchAround(world, reader, narrow, { anchor: 'newest', num_before: 5000, num_after: 0 });
    // Who left a channel hears no more of it.
    const isFollowedMessage = ({ stream_id }: Message) => stream_id === undefined || state.subscriptions.has(stream_id);
    for (const { ids, from, to } of ranges) {
      const within = (fresh?.messages ?? []).filter(({ id }) => from <= id && id <= to);
      const expected = within.filter(isFollowedMessage).map(({ id }) => id);
      const known = ids.filter((id) => isFollowedMessage(state.messages.get(id)!));
      if (known.length > 1) compared.add(narrow.kind);
      if (known.join() !== expected.join())
        wrong.push(`${actor.name}: ${narrowKey(narrow)} ${from}–${to}: ${known} known, ${expected} fetched`);
    }
  }
  return wrong;
}

async function play(world: LawWorld, steps: readonly LawStep[], compared: Set<string>): Promise<string[]> {
  let readers: LawReader[] = [];
  for (const actor of world.actors) readers.push(await LawReader.register(world, actor, 'new'));
  for (const [index, step] of steps.entries()) {
    const reader = readers[index % readers.length]!;
    const happens = async () => {
      await takeStep(world, step);
      readers = readers.filter(({ actor }) => actor.isActive);
      if (step.c % 3 === 0 && reader.actor.isActive) await reader.follow(world);
    };
    if (index % 2 === 0) await lookAt(world, reader, step, happens);
    else await happens();
  }
  const found: string[] = [];
  for (const reader of readers) {
    found.push(...(await wrongIn(world, reader, compared)));
    found.push(...(await reader.differences(world)));
  }
  return found;
}

test('what is known of lists of messages is what the server gives, after any history', LONG, async (t) => {
  let histories = 0;
  const end = performance.now() + SECONDS * 1000;
  const compared = new Set<string>();
  const property = fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 100 }), async (steps) => {
    // At least one, however slow the machine is.
    if (histories > 0 && performance.now() > end) return;
    const world = await makeWorld();
    assert.deepEqual(await play(world, steps, compared), []);
    histories++;
  });
  const seed = Number(process.env.SEED ?? 1234);
  t.diagnostic(`seed ${seed}`);
  await fc.assert(property, {
    seed,
    numRuns: process.env.LAW_SECONDS ? 10_000 : MAX_RUNS,
  });
  t.diagnostic(`${histories} histories`);
  assert.ok(histories > 0);
  assert.ok(compared.size > 1, 'lists with messages were compared');
  t.diagnostic(`lists of kinds ${[...compared].sort()}`);
});
