import { topicKey } from '../../store/chat/conversation.ts';
import type { Narrow } from '../../store/chat/narrow.ts';
import { leftSections } from '../../store/chat/select/left.ts';
import type { UnreadCounts } from '../../store/chat/select/unread.ts';
import type { ChatState } from '../../store/chat/state.ts';

type TopicNarrow = Extract<Narrow, { kind: 'topic' }>;

/**
 * Returns the unread topic after the one that is open, in the order of the left side: first those of the same channel, then
 * the channels after it, then from the top. Muted ones are left out.
 * @param step -1: the one before
 */
export function nextUnreadTopic(
  state: ChatState,
  counts: UnreadCounts,
  here: Narrow | undefined,
  step: 1 | -1 = 1,
): TopicNarrow | undefined {
  const order = leftSections(state, counts).flatMap(({ channels }) => channels.map(({ channelId }) => channelId));
  const places = new Map(order.map((channelId, index) => [channelId, index]));
  const unread = [...counts.conversations.values()]
    .filter(({ isMuted }) => !isMuted)
    .sort((one, other) => other.lastId - one.lastId)
    .flatMap(({ conversation }): TopicNarrow[] =>
      'channelId' in conversation ? [{ kind: 'topic', ...conversation }] : [],
    )
    .sort((one, other) => (places.get(one.channelId) ?? 0) - (places.get(other.channelId) ?? 0));
  const isHere = ({ channelId, topic }: TopicNarrow) =>
    here?.kind === 'topic' && topicKey(channelId, topic) === topicKey(here.channelId, here.topic);
  const others = unread.filter((each) => !isHere(each));
  if (here?.kind !== 'topic' && here?.kind !== 'channel') return step === 1 ? others[0] : others.at(-1);
  const at = unread.findIndex(isHere);
  if (at >= 0) return others[at + (step === 1 ? 0 : -1)] ?? (step === 1 ? others[0] : others.at(-1));
  const place = places.get(here.channelId) ?? 0;
  const placeOf = ({ channelId }: TopicNarrow) => places.get(channelId) ?? 0;
  if (step === 1) return others.find((each) => placeOf(each) >= place) ?? others[0];
  return others.findLast((each) => placeOf(each) <= place) ?? others.at(-1);
}

/** Returns the direct conversation with something unread after the open one, the newest first. */
export function nextUnreadDirect({ conversations }: UnreadCounts, here: Narrow | undefined): Narrow | undefined {
  const direct = [...conversations.values()]
    .filter(({ isMuted }) => !isMuted)
    .sort((one, other) => other.lastId - one.lastId)
    .flatMap(({ conversation }) => ('userIds' in conversation ? [conversation] : []));
  const isHere = (userIds: readonly number[]) => here?.kind === 'direct' && here.userIds.join() === userIds.join();
  const at = direct.findIndex(({ userIds }) => isHere(userIds));
  const others = direct.filter(({ userIds }) => !isHere(userIds));
  const next = others[at] ?? others[0];
  return next && { kind: 'direct', userIds: next.userIds };
}
