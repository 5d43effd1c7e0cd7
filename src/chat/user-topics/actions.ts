import type { Tx } from '../../platform/db/tx.ts';
import { type AppendedEvent, appendEvents, type NewEvent } from '../../platform/events/log.ts';
import { audienceOfUsers } from '../channels/audience.ts';
import { type ChatEvent, chatEvent } from '../events/emit.ts';
import type { Message } from '../reading/message.ts';
import { settingsOf } from '../user-settings/access.ts';
import type { User } from '../users/user.ts';
import { participationsIn } from './access.ts';
import { mayFollow, policyByParticipation } from './automatic.ts';
import { policiesByMessage, type StartsTopic, type TopicMessage } from './by-message.ts';
import { mergedPolicy, Policy, type PolicyChange } from './policy.ts';
import { loadPoliciesOfTopic, saveTopicPolicies } from './queries.ts';

interface Topic {
  channelId: number;
  topic: string;
}

/** Sets people's policies for a topic; gives the events for those whose policy was another one. */
async function saveAndEmit(tx: Tx, { channelId, topic }: Topic, changes: readonly PolicyChange[]): Promise<NewEvent[]> {
  if (changes.length === 0) return [];
  // As sending does: whoever waits for the log while holding a policy would wait for who holds the log.
  await tx.position();
  const saved = await saveTopicPolicies(tx, channelId, topic, changes);
  const before = new Map(saved.map((each) => [each.userId, each.before]));
  const changed = changes.filter(({ userId }) => before.has(userId));
  // Traffic, not state: topics are followed with every conversation that begins.
  const eventFor = (userIds: readonly number[], event: ChatEvent) =>
    chatEvent(tx.organizationId, audienceOfUsers(userIds), event, { state: false });
  const muting = changed.filter(({ userId, policy }) => [policy, before.get(userId)].includes(Policy.muted));
  // Its list is put in when it is presented: few clients still want it, and it is long.
  const events = muting.length === 0 ? [] : [eventFor(idsOf(muting), { type: 'muted_topics' })];
  const last_updated = Math.floor(tx.now.getTime() / 1000);
  // One event for all who now have the same policy: a topic may have many followers.
  for (const [policy, people] of Map.groupBy(changed, (change) => change.policy)) {
    const fields = { stream_id: channelId, topic_name: topic, last_updated, visibility_policy: policy };
    events.push(eventFor(idsOf(people), { type: 'user_topic', ...fields }));
  }
  return events;
}

function idsOf(changes: readonly PolicyChange[]): number[] {
  return changes.map(({ userId }) => userId);
}

/** Sets people's policies for a topic, and emits it to those whose policy was another one. */
export async function doSetTopicPolicies(tx: Tx, topic: Topic, changes: readonly PolicyChange[]): Promise<void> {
  for (const event of await saveAndEmit(tx, topic, changes)) tx.emit(event);
}

/**
 * Sets the policies that a message sets by people's own settings, and appends their events at once, so that they come
 * before the message's own. The caller holds the log and hands them over after the commit.
 */
export async function doSetPoliciesByMessage(
  tx: Tx,
  message: TopicMessage,
  startsTopic: StartsTopic,
): Promise<{ changes: PolicyChange[]; events: AppendedEvent[] }> {
  const changes = await policiesByMessage(tx, message, startsTopic);
  const events = await saveAndEmit(tx, message, changes);
  return { changes, events: await appendEvents(tx, events) };
}

/** Follows or unmutes the topic of a message that somebody reacted to, if their settings say so (spec: chat 4.2). */
export async function doParticipate(tx: Tx, message: Message, user: User): Promise<void> {
  const { channelId, topic } = message;
  const { id: userId } = user;
  if (channelId === null || !mayFollow({ ...user, settings: settingsOf(user) }, 'reacted')) return;
  const [participation] = await participationsIn(tx, { channelId, topic }, [userId]);
  const policy = participation && policyByParticipation(participation, 'reacted');
  if (policy !== undefined) await doSetTopicPolicies(tx, { channelId, topic }, [{ userId, policy }]);
}

/** New place of a topic, and the people who go with it. */
export interface TopicMove extends Topic {
  /** Whether the topic had no messages before. */
  isNew: boolean;
  /** Returns the people who may see the former place: the others keep their policy and get no event. */
  leaversAmong(userIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** Returns the people who may see the messages in the new place: the others do not learn where it is. */
  followersAmong(userIds: readonly number[]): Promise<ReadonlySet<number>>;
}

/**
 * Takes people's policies along when all messages of a topic went to another one. Where that one had messages, each
 * person keeps the louder of both policies.
 */
export async function doMoveTopicPolicies(tx: Tx, from: Topic, to: TopicMove): Promise<void> {
  const all = await loadPoliciesOfTopic(tx, from.channelId, from.topic);
  if (all.length === 0) return;
  const leavers = await to.leaversAmong(idsOf(all));
  const own = all.filter(({ userId }) => leavers.has(userId));
  const followers = await to.followersAmong(idsOf(own));
  const there = new Map(
    (await loadPoliciesOfTopic(tx, to.channelId, to.topic)).map((each) => [each.userId, each.policy]),
  );
  const moved = own
    .filter(({ userId }) => followers.has(userId))
    .map(({ userId, policy }) => ({
      userId,
      policy: to.isNew ? policy : mergedPolicy(policy, there.get(userId) ?? Policy.none),
    }));
  const left = own.map(({ userId }): PolicyChange => ({ userId, policy: Policy.none }));
  await doSetTopicPolicies(tx, from, left);
  await doSetTopicPolicies(tx, to, moved);
}
