import type { MODES } from './api-steps.ts';
import {
  type ModelChannel,
  type ModelMessage,
  type ModelPerson,
  type NarrowModel,
  sameTopic,
  topicKey,
} from './narrow-model.ts';

interface Move {
  to: ModelChannel;
  topic: string;
  mode: (typeof MODES)[number];
}

/** Applies a successful move to messages, marks and policies. */
export function moveInModel(
  model: NarrowModel,
  inactive: ReadonlyMap<number, readonly number[]>,
  mover: ModelPerson,
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
      (mode !== 'change_one' &&
        isIn(from.id, oldTopic)(each) &&
        (mode === 'change_all' || each.id >= first.id) &&
        model.visible(mover, each)),
  );
  // Whoever is deactivated stays subscribed: they read on when they come back.
  const seers = () =>
    model.people.map((person, index) => {
      const channels = inactive.get(index) ?? [];
      const periods = channels.map((channelId) => ({ channelId, after: Number.MAX_SAFE_INTEGER, until: null, at: 0 }));
      const reader = { ...person, periods: [...person.periods, ...periods] };
      return moved.some((each) => model.visible(reader, each));
    });
  const sawBefore = seers();
  for (const each of moved) model.move(each, to, name);
  if (!model.messages.some(isIn(from.id, oldTopic)))
    movePolicies(model, topicKey(from.id, oldTopic), { to, name, isNew }, sawBefore, seers());
}

function movePolicies(
  model: NarrowModel,
  oldKey: string,
  { to, name, isNew }: { to: ModelChannel; name: string; isNew: boolean },
  sawBefore: readonly boolean[],
  seeAfter: readonly boolean[],
): void {
  const loudness = [1, 0, 2, 3];
  for (const [index, person] of model.people.entries()) {
    const policy = person.policies.get(oldKey) ?? 0;
    if (policy === 0 || !sawBefore[index]) continue;
    person.policies.set(oldKey, 0);
    if (!seeAfter[index]) continue;
    const there = person.policies.get(topicKey(to.id, name)) ?? 0;
    person.policies.set(topicKey(to.id, name), isNew || loudness[policy]! > loudness[there]! ? policy : there);
  }
}
