import { useEffect, useMemo, useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useRequest } from '../../shared/session/use-request.ts';
import { texts } from '../../shared/texts/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { mayAddSubscribers, mayRemoveSubscribers, mayReturnTo } from '../../store/chat/select/channels.ts';
import { byName } from '../../store/chat/select/names.ts';
import type { Channel, User } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { personIntent } from '../data/intents.ts';
import { presenceOf } from '../data/presence.ts';
import { presentName } from '../data/present-name.ts';
import { refuse } from '../data/refuse.ts';
import { userPicture } from '../data/user-picture.ts';
import { LongList } from '../parts/long-list.tsx';
import { AddSubscribers } from './add-subscribers.tsx';
import type { ChannelPartProps } from './part-props.ts';
import { settingsOfChannelWords as words } from './texts/index.ts';

const ROW_REM = 3;

/** Everybody in the channel: found by name, added, and removed. */
export function SubscribersPart({ channel, reader }: ChannelPartProps) {
  const { stream_id: channelId } = channel;
  const { ids, failure, retry } = useSubscribers(channelId, channel.subscriber_count);
  const [text, setText] = useState('');
  const [isAdding, setAdding] = useState(false);
  const mayAdd = mayAddSubscribers(reader, channel);
  const mayRemove = mayRemoveSubscribers(reader, channel);
  const { users } = chat.value.state;
  // Sorting ten thousand names takes longer than a frame: it is not done at each event.
  const people = useMemo(
    () =>
      [...(ids ?? [])]
        .flatMap((id) => users.get(id) ?? [])
        .sort((one, other) => byName(one.full_name, other.full_name)),
    // Each coming and going makes another object of the channel.
    [ids, channel, users, users.size],
  );
  const wanted = text.trim().toLowerCase();
  const found = people.filter(({ full_name }) => full_name.toLowerCase().includes(wanted));
  return (
    <div class="subscribers">
      <div class="subscribers-tools">
        <SearchField label={words.searchSubscribers} value={text} onInput={setText} />
        {mayAdd && (
          <Button kind="primary" icon="user-plus" onClick={() => setAdding(true)}>
            {words.addPeople}
          </Button>
        )}
      </div>
      {!mayAdd && !channel.is_archived && <p class="hint">{words.mayNotAdd}</p>}
      {failure && <Failure {...failure} onRetry={retry} />}
      {!ids && !failure && <Loading rows={8} />}
      {ids && found.length === 0 && (
        <p class="quiet-words">{wanted === '' ? words.nobodyThere : texts.noMatch({ query: text })}</p>
      )}
      {found.length > 0 && (
        <LongList
          label={words.tabs.subscribers}
          items={found}
          idOf={({ user_id }) => String(user_id)}
          rowRem={ROW_REM}
          stops=".subscriber-name"
          render={(user) => (
            <SubscriberRow
              {...{ user, channel }}
              mayRemove={
                user.user_id === reader.userId
                  ? mayReturnTo(reader, channel)
                  : mayRemove || user.bot_owner_id === reader.userId
              }
              mayAddAgain={mayAdd}
            />
          )}
        />
      )}
      {isAdding && ids && <AddSubscribers {...{ channel }} present={ids} onClose={() => setAdding(false)} />}
    </div>
  );
}

/** Returns who is subscribed: the state may have a part of them only. */
function useSubscribers(channelId: number, count: number) {
  const known = chat.value.state.subscribers.get(channelId);
  const isWhole = known !== undefined && known.size >= count;
  const { answer, failure, retry, refresh } = useRequest<{ subscribers: number[] }>(
    `/api/v1/streams/${channelId}/members`,
  );
  const asked = useMemo(() => answer && new Set(answer.subscribers), [answer]);
  // Somebody came or went whom the state does not name.
  useEffect(() => {
    if (!isWhole && asked && asked.size !== count) refresh();
  }, [count]);
  return isWhole ? { ids: known, retry } : { ids: asked, failure, retry };
}

interface SubscriberRowProps {
  user: User;
  channel: Channel;
  mayRemove: boolean;
  mayAddAgain: boolean;
}

function SubscriberRow({ user, channel, mayRemove, mayAddAgain }: SubscriberRowProps) {
  const { user_id: userId, full_name: name } = user;
  const state = presenceOf(userId);
  const { stream_id: channelId, name: channelName } = channel;
  const send = (method: 'POST' | 'DELETE', subscriptions: readonly unknown[]) =>
    request('/api/v1/users/me/subscriptions', { method, form: { subscriptions, principals: [userId] } });
  const bringBack = async () => send('POST', [{ name: await presentName(channelId) }]);
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await send('DELETE', [channelName]);
      const undo = mayAddAgain ? () => void bringBack().catch(refuse) : undefined;
      showToast(words.removed({ name }), undo);
    } catch (error) {
      refuse(error as Error);
    }
    setBusy(false);
  };
  return (
    <div class="subscriber-row">
      <button
        type="button"
        class="subscriber-name"
        onClick={({ currentTarget }) => {
          personIntent.value = { userId, beside: currentTarget };
        }}
      >
        <span aria-hidden="true">
          <Avatar name={name} id={String(userId)} picture={userPicture(user)} state={state} />
        </span>
        <span class="grow" dir="auto">
          {name}
        </span>
        {user.is_guest && <span class="quiet-words">{words.guest}</span>}
        {user.is_bot && <span class="quiet-words">{words.bot}</span>}
      </button>
      {mayRemove && (
        <Button
          kind="quiet"
          size="small"
          icon="user-minus"
          busy={isBusy}
          aria-label={words.removeNamed({ name })}
          onClick={() => void remove()}
        >
          {words.remove}
        </Button>
      )}
    </div>
  );
}
