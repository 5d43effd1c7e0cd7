import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { historiesOf } from '../../../tests/harness/histories.ts';
import { changeState, makeChannel, makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { sql } from '../../platform/db/sql.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { channelsByIds } from '../channels/access.ts';
import {
  isInGap,
  isInSentGap,
  isReceived,
  isUnread,
  isVisible,
  unreadChannels,
  unreadGaps,
  unreadSenders,
} from './fragments.ts';
import { readerView } from './reader-view.ts';
import { isReceivedBy, isUnreadBy, isVisibleTo, outsider, standingToMoved } from './standing.ts';
import { channelStandingsOf, periodsIn } from './standings.ts';
import { standingIn } from './view.ts';

const MESSAGES = 12;

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let people: Person[];
let channelId: number;
/** Channel to which moved messages were sent. */
let elsewhereId: number;
let ids: number[];

before(async () => {
  server = await startTestServer();
  org = await server.organization();
  people = [
    await makePerson(server, org, { name: 'Mara Member' }),
    await makePerson(server, org, { name: 'Gwen Guest', role: 600 }),
  ];
  elsewhereId = await makeChannel(server, org.organization_id, { name: 'ramp', subscribers: [] });
  channelId = await makeChannel(server, org.organization_id, { name: 'dock', subscribers: [] });
  ids = [];
  await changeState(server, org.organization_id, async (tx) => {
    for (let n = 0; n < MESSAGES; n++) {
      const row = await tx.first(sql<{ id: number }>`
        insert into chat.messages (organization_id, id, recipient_id, channel_id, topic, sender_id, client, content,
          rendered_content, plain_text, sent_at, read_by_sender)
        select ${org.organization_id}, nextval('chat.message_ids'), recipient_id, id, 'tour', ${people[n % 2]!.id}, 'test',
          'text', 'text', 'text', ${tx.now}, ${n % 3 === 0} from chat.channels
        where organization_id = ${org.organization_id} and id = ${channelId} returning id`);
      ids.push(row!.id);
    }
  });
});
after(() => server[Symbol.asyncDispose]());

const bound = fc.nat({ max: MESSAGES });
const periods = fc.array(
  fc.tuple(bound, bound).map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)]),
  { maxLength: 2 },
);
const situation = fc.record({
  isPrivate: fc.boolean(),
  isWebPublic: fc.boolean(),
  isShared: fc.boolean(),
  isArchived: fc.boolean(),
  mayEnter: fc.boolean(),
  /** Past periods, and where the present one begins. */
  past: periods,
  present: fc.option(bound, { nil: undefined }),
  read: fc.array(fc.tuple(bound, bound), { maxLength: 2 }),
  /** The event at which every other message moved into the channel, and the periods where they were sent. */
  moved: fc.option(fc.record({ at: fc.nat({ max: 3 }), came: periods }), {
    nil: undefined,
  }),
});
type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never;
/** The present subscription begins at the very event at which the messages moved: after it. */
const atTheMove: Situation = {
  ...{ isPrivate: false, isWebPublic: false, isShared: true, isArchived: false, mayEnter: false },
  ...{ past: [], present: 0, read: [], moved: { at: 0, came: [[0, MESSAGES]] } },
};

test('the functions for one message, and the SQL for many, are the same rule', async (t) => {
  let compared = 0;
  const property = fc.asyncProperty(situation, fc.nat({ max: 1 }), async (given, who) => {
    const person = people[who]!;
    await arrange(given, person);
    const { reader } = server.services.database;
    const organizationId = org.organization_id;
    const view = await readerView(uncachedFacts(reader.of(org.organization_id)), { organizationId, userId: person.id });
    const rows = await reader.all(
      sql.once(sql<{
        id: number;
        own: boolean;
        readBySender: boolean;
        visible: boolean;
        received: boolean;
        unread: boolean;
        isMoved: boolean;
      }>`
        select m.id, m.sender_id = ${person.id} as own, m.read_by_sender as "readBySender",
          ${isVisible(view)} as visible, ${isReceived(view)} as received, ${isUnread(view)} as unread,
          m.sent_channel_id is not null as "isMoved"
        from chat.messages m where m.organization_id = ${organizationId} order by m.id`),
    );
    const own = sql`p.user_id = ${person.id}`;
    const gaps = unreadGaps(organizationId, unreadChannels(organizationId, own), person.id);
    const sentGaps = unreadGaps(organizationId, unreadSenders(organizationId, own), person.id);
    const listed = await reader.all(
      sql<{ id: number }>`select m.id from (${gaps}) g join chat.messages m
        on m.organization_id = ${organizationId} and m.recipient_id = g.recipient_id and ${isInGap()}
      union all select m.id from (${sentGaps}) g join chat.messages m
        on m.organization_id = ${organizationId} and ${isInSentGap(organizationId)} order by id`,
    );
    assert.deepEqual(
      listed.map(({ id }) => id),
      rows.filter(({ unread }) => unread).map(({ id }) => id),
    );
    const [channel] = await channelsByIds(reader.of(organizationId), [channelId]);
    const inBulk = (await channelStandingsOf(reader.of(organizationId), channel!, [person.id])).get(person.id);
    const periodsOf = await periodsIn(reader.of(organizationId), [elsewhereId], [person.id]);
    const sent = given.moved && { channelId: elsewhereId, recipientId: 0, movedAtEventId: given.moved.at };
    const ofView = (isMoved: boolean) => standingIn(view, { channelId, userIds: [], sent: isMoved ? sent : undefined });
    const ofBulk = (isMoved: boolean) =>
      isMoved && inBulk ? standingToMoved(inBulk, periodsOf(person.id, elsewhereId), sent!.movedAtEventId) : inBulk;
    for (const standingTo of [ofView, ofBulk]) {
      const byFunction = rows.map((row) => {
        const standing = standingTo(row.isMoved) ?? outsider;
        const message = { id: row.id, isOwn: row.own, readBySender: row.readBySender };
        const isMarkedRead = given.read.some(([from, to]) => row.id >= idAt(from) && row.id <= idAt(to));
        return {
          ...row,
          visible: isVisibleTo(standing, message),
          received: isReceivedBy(standing, message),
          unread: isUnreadBy(standing, message, isMarkedRead),
        };
      });
      assert.deepEqual(byFunction, rows);
      for (const { visible, received, unread } of rows) assert.ok((visible || !received) && (received || !unread));
      compared += rows.length;
    }
  });
  await fc.assert(property, { ...historiesOf(t, { seed: 4711, runs: 30 }), examples: [[atTheMove, 0]] });
  assert.ok(compared > 0);
});

/** The ID of the message at a place; before the first, one below it. */
function idAt(place: number): number {
  return place === 0 ? ids[0]! - 1 : ids[place - 1]!;
}

async function arrange(given: Situation, person: Person): Promise<void> {
  const organizationId = org.organization_id;
  const { isPrivate, isShared, isArchived, mayEnter, past, present, moved } = given;
  const isWebPublic = given.isWebPublic && !isPrivate;
  await changeState(server, organizationId, async (tx) => {
    const own = sql`organization_id = ${organizationId} and user_id = ${person.id}`;
    const group = JSON.stringify({ direct_members: mayEnter ? [person.id] : [], direct_subgroups: [] });
    const { recipientId } = (await tx.first(sql<{ recipientId: number }>`
      update chat.channels set invite_only = ${isPrivate}, is_web_public = ${isWebPublic}, is_archived = ${isArchived},
        history_public_to_subscribers = ${isShared || !isPrivate},
        permissions = jsonb_set(permissions, '{can_add_subscribers_group}', ${group}::jsonb)
      where organization_id = ${organizationId} and id = ${channelId} returning recipient_id as "recipientId"`))!;
    for (const table of ['subscriptions', 'subscription_periods', 'read_ranges'])
      await tx.run(sql`delete from ${sql.raw(`chat.${table}`)} where ${own}`);
    const spans: (readonly [number, number | null])[] = past.map(([from, to]) => [idAt(from), idAt(to)]);
    if (present !== undefined) spans.push([idAt(present), null]);
    for (const [n, [from, to]] of spans.entries())
      await tx.run(sql`insert into chat.subscription_periods
        (organization_id, channel_id, user_id, after_message_id, until_message_id, after_event_id, until_event_id)
        values (${organizationId}, ${channelId}, ${person.id}, ${from}, ${to}, ${n}, ${to === null ? null : n + 1})`);
    for (const [n, [from, to]] of (moved?.came ?? []).entries())
      await tx.run(sql`insert into chat.subscription_periods
        (organization_id, channel_id, user_id, after_message_id, until_message_id, after_event_id, until_event_id)
        values (${organizationId}, ${elsewhereId}, ${person.id}, ${idAt(from)}, ${idAt(to)}, ${n}, ${n + 1})`);
    const elsewhere = (await tx.first(sql<{
      recipientId: number;
    }>`select recipient_id as "recipientId" from chat.channels
      where organization_id = ${organizationId} and id = ${elsewhereId}`))!;
    await tx.run(sql`update chat.messages set sent_channel_id = ${moved ? elsewhereId : null},
      sent_recipient_id = ${moved ? elsewhere.recipientId : null}, moved_event_id = ${moved?.at ?? null}
      where organization_id = ${organizationId} and id % 2 = 0`);
    if (present !== undefined)
      await tx.run(sql`insert into chat.subscriptions (organization_id, channel_id, user_id, color)
        values (${organizationId}, ${channelId}, ${person.id}, '#76ce90')`);
    const ranges = given.read
      .filter(([from, to]) => from <= to)
      .map(([from, to]) => `[${idAt(from)},${idAt(to)}]`)
      .join(',');
    await tx.run(sql`insert into chat.read_ranges (organization_id, user_id, recipient_id, ranges)
      select ${organizationId}, ${person.id}, id, ${`{${ranges}}`}::int8multirange
      from unnest(${[recipientId, elsewhere.recipientId]}::bigint[]) as id`);
  });
}
