import type { MODES } from './api-steps.ts';
import { type ModelChannel, type ModelMessage, type NarrowModel, sameTopic, topicKey } from './narrow-model.ts';

interface Move {
  to: ModelChannel;
  topic: string;
  mode: (typeof MODES)[number];
}

/** What a move that was done makes of messages, marks and policies. */
export function moveInModel(
  model: NarrowModel,
  inactive: ReadonlyMap<number, unknown>,
  first: ModelMessage,
  { to, topic: name, mode }: Move,
): void {
  const from = model.channel(first.channelId!);
  const oldTopic = first.topic;
  const isIn = (channelId: number, topicName: string) => (each: ModelMessage) =>
    each.channelId === channelId && sameTopic(each.topic, topicName);
  const isNew = !model.messages.some(isIn(to.id, name));
  const moved = model.messages.filter(
    (each) =>
      each === first ||
      (mode !== 'change_one' && isIn(from.id, oldTopic)(each) && (mode === 'change_all' || each.id >= first.id)),
  );
  for (const each of moved) {
    for (const person of model.people) {
      if (to.id === from.id || !model.subscribed(person, to.id)) continue;
      // Unread is what was unread where it came from, whoever wrote it.
      const wasUnread =
        !person.read.has(`${each.recipientId} ${each.id}`) &&
        person.periods.some(
          ({ channelId, after, until }) => channelId === from.id && until === null && after < each.id,
        );
      if (wasUnread) person.read.delete(`${to.recipientId} ${each.id}`);
      else person.read.add(`${to.recipientId} ${each.id}`);
    }
    Object.assign(each, { channelId: to.id, recipientId: to.recipientId, topic: name });
  }
  if (!model.messages.some(isIn(from.id, oldTopic)))
    movePolicies(model, inactive, topicKey(from.id, oldTopic), { from, to, name, isNew });
}

function movePolicies(
  model: NarrowModel,
  inactive: ReadonlyMap<number, unknown>,
  oldKey: string,
  { from, to, name, isNew }: { from: ModelChannel; to: ModelChannel; name: string; isNew: boolean },
): void {
  const loudness = [1, 0, 2, 3];
  for (const [index, person] of model.people.entries()) {
    const policy = person.policies.get(oldKey) ?? 0;
    if (policy === 0) continue;
    person.policies.set(oldKey, 0);
    const reads =
      to === from ||
      (!inactive.has(index) && (model.subscribed(person, to.id) || (!to.inviteOnly && person.role !== 600)));
    if (!reads) continue;
    const there = person.policies.get(topicKey(to.id, name)) ?? 0;
    person.policies.set(topicKey(to.id, name), isNew || loudness[policy]! > loudness[there]! ? policy : there);
  }
}
