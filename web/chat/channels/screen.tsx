import { useState } from 'preact/hooks';
import { Link, useSearchParams } from 'wouter-preact';
import { Button } from '../../shared/ui/button.tsx';
import { FilterChip } from '../../shared/ui/chip.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import {
  type ChannelFilter,
  type ChannelOrder,
  channelReader,
  channelRows,
  creatablePrivacies,
} from '../../store/chat/select/channels.ts';
import { chat } from '../data/chat.ts';
import { LongList } from '../parts/long-list.tsx';
import { ScreenHead } from '../parts/screen-head.tsx';
import { words as chatWords } from '../texts/index.ts';
import { ChannelRow } from './channel-row.tsx';
import './channels.css';
import { LeaveChannelDialog } from './leave-dialog.tsx';
import { channelsWords as words } from './texts/index.ts';

const FILTERS: readonly ChannelFilter[] = ['subscribed', 'others', 'public', 'private', 'archived'];
const ORDERS: readonly ChannelOrder[] = ['name', 'people', 'traffic'];
/** No channel is both. */
const RIVALS: Partial<Record<ChannelFilter, ChannelFilter>> = {
  subscribed: 'others',
  others: 'subscribed',
  public: 'private',
  private: 'public',
};
const ROW_REM = 4.75;

/** All channels that the person may know of: to look into, to join and to leave. */
export function ChannelsScreen() {
  // In the address: whoever comes back finds what they looked for.
  const [search, setParameters] = useSearchParams();
  const [leaving, setLeaving] = useState<number>();
  const { state } = chat.value;
  const reader = channelReader(state);
  const query = search.get('q') ?? '';
  const only = FILTERS.filter((filter) => search.get('only')?.split(',').includes(filter));
  const order = ORDERS.find((each) => each === search.get('by')) ?? 'name';
  const channels = channelRows(state, { query, only, order });
  const mayCreate = creatablePrivacies(reader).length > 0;
  const setSearch = (changes: Readonly<Record<string, string>>) => {
    const next = { ...Object.fromEntries(search), ...changes };
    setParameters(
      Object.entries(next).filter(([, value]) => value !== ''),
      { replace: true },
    );
  };
  const press = (filter: ChannelFilter) => {
    const others = only.filter((each) => each !== filter && each !== RIVALS[filter]);
    setSearch({ only: (only.includes(filter) ? others : [...others, filter]).join() });
  };
  const isFiltered = query !== '' || only.length > 0;
  return (
    <section class="screen list-screen channels-screen">
      <ScreenHead title={chatWords.screens.channels} text={words.count({ count: channels.length })}>
        {mayCreate && (
          <Link class="button primary icon-when-narrow" href="/channels/new">
            <Icon name="plus" />
            <span>{words.create}</span>
          </Link>
        )}
      </ScreenHead>
      <div class="screen-body">
        <div class="channels-tools">
          <SearchField
            label={words.search}
            value={query}
            onInput={(text) => setSearch({ q: text })}
            below=".channels-link"
          />
          <div class="chips">
            {FILTERS.map((filter) => (
              <FilterChip
                key={filter}
                label={words.filters[filter]}
                pressed={only.includes(filter)}
                onPress={() => press(filter)}
              />
            ))}
          </div>
          <Segmented
            label={words.order}
            value={order}
            onChange={(chosen) => setSearch({ by: chosen })}
            options={ORDERS.map((value) => ({ value, label: words.orders[value] }))}
          />
        </div>
        {channels.length === 0 ? (
          <Empty level={2} icon="hash" {...(isFiltered ? words.noMatch : words.none)}>
            {isFiltered ? (
              <Button onClick={() => setSearch({ q: '', only: '' })}>{words.clear}</Button>
            ) : (
              mayCreate && (
                <Link class="button primary" href="/channels/new">
                  {words.create}
                </Link>
              )
            )}
          </Empty>
        ) : (
          <LongList
            label={chatWords.screens.channels}
            items={channels}
            idOf={({ stream_id }) => String(stream_id)}
            rowRem={ROW_REM}
            stops=".channels-link"
            isBegun
            render={(channel) => (
              <ChannelRow
                {...{ channel, reader }}
                mayVanish={only.includes('subscribed') || only.includes('others')}
                onLeave={() => setLeaving(channel.stream_id)}
              />
            )}
          />
        )}
      </div>
      {leaving !== undefined && <LeaveChannelDialog channelId={leaving} onClose={() => setLeaving(undefined)} />}
    </section>
  );
}
