import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { Combobox } from '../../shared/ui/combobox.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import type { Option } from '../../shared/ui/list-box.tsx';
import type { Conversation } from '../../store/chat/conversation.ts';
import { chat } from '../data/chat.ts';
import { ownUserId } from '../data/me.ts';
import { channelName, nameOf, topicName } from '../data/names.ts';
import { limit } from '../data/settings.ts';
import { listedTopics } from '../data/topics.ts';
import { bestMatches } from './completions.ts';
import { refusal, topicsPolicy } from './may-send.ts';
import { refusalText } from './notices.tsx';
import { composerWords as words } from './texts/index.ts';

interface StartProps {
  kind: 'topic' | 'direct';
  text?: string;
  /** Channel that is open: it is chosen at first. */
  channelId?: number | undefined;
  onOpen(conversation: Conversation, text?: string): void;
  onKind(kind: 'topic' | 'direct'): void;
  onClose(): void;
}

/** Asks where to write: a channel and a topic, or people. */
export function StartConversation({ kind, text, channelId, onOpen, onKind, onClose }: StartProps) {
  const open = (conversation: Conversation) => onOpen(conversation, text);
  return (
    <Dialog key={kind} title={words.start[kind]} place="top" onClose={onClose}>
      {text && <p class="hint">{words.start.text}</p>}
      {kind === 'topic' ? <ChooseTopic channelId={channelId} onOpen={open} /> : <ChoosePeople onOpen={open} />}
      <Button kind="quiet" onClick={() => onKind(kind === 'topic' ? 'direct' : 'topic')}>
        {kind === 'topic' ? words.start.toDirect : words.start.toTopic}
      </Button>
    </Dialog>
  );
}

interface ChooseProps {
  onOpen(conversation: Conversation): void;
}

function ChooseTopic({ channelId: open, onOpen }: ChooseProps & { channelId: number | undefined }) {
  const { state } = chat.value;
  const [channelId, setChannelId] = useState(() =>
    open === undefined || refusal(state, { channelId: open, topic: '' }) ? undefined : open,
  );
  const topicField = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // After the dialog has opened and taken the focus, and before the next key: the topic is what one types then.
    queueMicrotask(() => topicField.current?.querySelector('input')?.focus());
  }, [channelId]);
  const refused = channelId === undefined ? undefined : refusal(state, { channelId, topic: '' });

  const findChannels = (query: string): Option[] =>
    bestMatches(
      [...state.channels.values()].filter(({ is_archived }) => !is_archived),
      query,
      ({ name }) => name,
      ({ stream_id }) => (state.subscriptions.has(stream_id) ? 0 : 0.5),
    ).map(({ stream_id, name }) => ({ id: String(stream_id), label: name }));

  const findTopics = (query: string): Option[] => {
    const policy = topicsPolicy(state, channelId!);
    const all = listedTopics(channelId!)
      .map(({ name }) => name)
      .filter((topic) => topic !== '' || policy !== 'required');
    const empty = policy === 'required' || all.includes('') ? [] : [''];
    const known = policy === 'none' ? [''] : [...all, ...empty];
    const found = bestMatches(known, query.trim(), topicName, (topic) => known.indexOf(topic) / (known.length + 1));
    const name = query.trim();
    const isNew =
      name !== '' && policy !== 'none' && !known.some((topic) => topicName(topic).toLowerCase() === name.toLowerCase());
    const made = [...name].slice(0, limit('max_topic_length')).join('');
    return [
      ...found.map((topic) => ({ id: topic, label: topicName(topic) })),
      ...(isNew ? [{ id: made, label: made, content: <bdi>{words.start.new({ topic: made })}</bdi> }] : []),
    ];
  };

  return (
    <>
      <Combobox
        label={words.start.channel}
        chosen={channelId === undefined ? undefined : channelName(channelId)}
        find={findChannels}
        onChoose={({ id }) => setChannelId(Number(id))}
      />
      {refused && <p class="problem">{refusalText(refused)}</p>}
      {channelId !== undefined && !refused && (
        <div ref={topicField} key={channelId}>
          <Combobox
            label={words.start.topicField}
            hint={words.start.topicHint}
            find={findTopics}
            onChoose={({ id }) => onOpen({ channelId, topic: id })}
          />
          <p class="unseen">{channelName(channelId)}</p>
        </div>
      )}
    </>
  );
}

function ChoosePeople({ onOpen }: ChooseProps) {
  const { state } = chat.value;
  const [people, setPeople] = useState<readonly number[]>([]);
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (people.length > 0) field.current?.querySelector('input')?.focus();
  }, [people]);
  const find = (query: string): Option[] =>
    bestMatches(
      [...state.users.values()].filter(({ is_active, user_id }) => is_active && !people.includes(user_id)),
      query,
      ({ full_name }) => full_name,
      ({ is_bot }) => (is_bot ? 0.5 : 0),
    ).map(({ user_id, full_name }) => ({
      id: String(user_id),
      label: user_id === ownUserId.value ? words.start.you({ name: full_name }) : full_name,
    }));
  return (
    <form
      class="start-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (people.length > 0) onOpen({ userIds: [...new Set([...people, ownUserId.value])].sort((a, b) => a - b) });
      }}
    >
      {people.length > 0 && (
        <ul class="start-people">
          {people.map((id) => (
            <li key={id}>
              <Button
                kind="plain"
                icon="x"
                aria-label={words.start.remove({ name: nameOf(id) })}
                onClick={() => setPeople(people.filter((each) => each !== id))}
              >
                <bdi>{nameOf(id)}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div ref={field}>
        <Combobox
          key={people.length}
          label={words.start.people}
          hint={words.start.peopleHint}
          find={find}
          onChoose={({ id }) => setPeople([...people, Number(id)])}
        />
      </div>
      <Button kind="primary" type="submit" disabled={people.length === 0}>
        {words.start.open}
      </Button>
    </form>
  );
}
