import { useState } from 'preact/hooks';
import { useRequest } from '../../shared/session/use-request.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import type { Channel, GetChannelsAnswer } from '../../store/wire/chat.ts';
import { Frame } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import { ChannelForm } from './channel-form.tsx';
import { ChannelTable } from './channel-table.tsx';
import { channelWords } from './texts/index.ts';

/** So many are shown at first. */
const ROWS = 100;

const PATH = '/api/v1/streams?include_all=true&include_default=true&include_subscribed=true';

/** The channels, and which of them newcomers are in. */
export function ChannelsScreen() {
  const { answer, failure, retry, refresh } = useRequest<GetChannelsAnswer>(PATH);
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(ROWS);
  const [isMaking, setMaking] = useState(false);
  const found = answer && matching(answer.streams, search);
  const make = (
    <Button kind="primary" icon="plus" onClick={() => setMaking(true)}>
      {channelWords.make}
    </Button>
  );
  return (
    <Frame title={words.screens.channels} lead={channelWords.lead} tools={found && answer.streams.length > 0 && make}>
      {failure && <Failure {...failure} onRetry={retry} />}
      {!answer && !failure && <Loading rows={8} />}
      {answer?.streams.length === 0 && (
        <Empty level={2} icon="hash" title={channelWords.none} text={channelWords.noneText}>
          {make}
        </Empty>
      )}
      {found && answer.streams.length > 0 && (
        <>
          <input
            class="input admin-search"
            type="search"
            placeholder={channelWords.searchLabel}
            aria-label={channelWords.searchLabel}
            autocomplete="off"
            dir="auto"
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
          {found.length === 0 && <p class="quiet-words">{channelWords.noMatch}</p>}
          {found.length > 0 && <ChannelTable channels={found.slice(0, limit)} onDone={refresh} />}
          {found.length > limit && <Button onClick={() => setLimit(limit + ROWS)}>{words.loadMore}</Button>}
        </>
      )}
      {isMaking && <ChannelForm onDone={refresh} onClose={() => setMaking(false)} />}
    </Frame>
  );
}

/** By name; those that begin as typed are not put before others: the list is short. */
function matching(channels: readonly Channel[], search: string): Channel[] {
  const wanted = search.trim().toLowerCase();
  return channels
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .sort((one, other) => one.name.localeCompare(other.name));
}
