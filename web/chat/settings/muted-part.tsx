import type { ComponentChildren } from 'preact';
import { Button } from '../../shared/ui/button.tsx';
import { mutedUsers, TOPIC_POLICY } from '../../store/chat/select/muting.ts';
import { chat } from '../data/chat.ts';
import { channelName, nameOf, topicName } from '../data/names.ts';
import { setTopicPolicy, setUserMuted } from '../data/own-settings.ts';
import { settingsWords as words } from './texts/index.ts';

const { muted, unmuted, followed, inherit } = TOPIC_POLICY;
const KINDS = { [muted]: 'muted', [unmuted]: 'unmuted', [followed]: 'followed' } as const;

/** People and topics that this person muted, unmuted or follows: each is taken back here. */
export function MutedPart() {
  const { state } = chat.value;
  const people = [...mutedUsers(state)].sort((one, other) => nameOf(one).localeCompare(nameOf(other)));
  const topics = [...state.topicPolicies.values()].filter(
    ({ visibility_policy, stream_id }) => visibility_policy in KINDS && state.channels.has(stream_id),
  );
  if (people.length + topics.length === 0) return <p class="quiet-words">{words.muted.none}</p>;
  return (
    <ul class="settings-list">
      {people.map((userId) => (
        <Row
          key={userId}
          name={nameOf(userId)}
          side={words.muted.person}
          takeBack={() => setUserMuted(userId, false)}
        />
      ))}
      {topics.map(({ stream_id: channelId, topic_name: topic, visibility_policy: policy }) => (
        <Row
          key={`${channelId} ${topic}`}
          name={`${channelName(channelId)} › ${topicName(topic)}`}
          side={words.muted.kinds[KINDS[policy as keyof typeof KINDS]]}
          takeBack={() => setTopicPolicy(channelId, topic, inherit)}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  name: string;
  side: ComponentChildren;
  takeBack(): Promise<unknown>;
}

function Row({ name, side, takeBack }: RowProps) {
  return (
    <li>
      <span class="grow">
        <bdi>{name}</bdi>
        <span class="hint">{side}</span>
      </span>
      <Button size="small" aria-label={words.muted.takeBackNamed({ name })} onClick={() => void takeBack()}>
        {words.muted.takeBack}
      </Button>
    </li>
  );
}
