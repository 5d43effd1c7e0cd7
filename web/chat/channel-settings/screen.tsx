import { Link, useLocation } from 'wouter-preact';
import { Icon } from '../../shared/ui/icon.tsx';
import { Banner } from '../../shared/ui/states.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { channelReader, mayAdminister, mayReadChannel } from '../../store/chat/select/channels.ts';
import { addressOf } from '../addresses.ts';
import { channelSettingsAddress } from '../channel-settings-address.ts';
import '../channel-form/channel-form.css';
import { chat } from '../data/chat.ts';
import { BackButton } from '../parts/back-button.tsx';
import { ChannelMark } from '../parts/channel-mark.tsx';
import '../parts/screen.css';
import './channel-settings.css';
import { GeneralPart } from './general-part.tsx';
import { OwnPart } from './own-part.tsx';
import { ChannelPermissionsPart } from './permissions-part.tsx';
import { SubscribersPart } from './subscribers-part.tsx';
import { settingsOfChannelWords as words } from './texts/index.ts';

const TABS = ['general', 'permissions', 'subscribers', 'own'] as const;

/** A channel's own page: all that can be known of it and changed. */
export function ChannelSettingsScreen({ channelId, part }: { channelId: number; part: string | undefined }) {
  const [, go] = useLocation();
  const { state } = chat.value;
  const channel = state.channels.get(channelId)!;
  const reader = channelReader(state);
  const { name } = channel;
  const current = TABS.find((tab) => tab === part) ?? 'general';
  const props = { channel, reader, mayChange: mayAdminister(reader, channel) };
  return (
    <section class="screen channel-settings">
      <header class="screen-head">
        <BackButton />
        <ChannelMark channel={channel} />
        <div class="screen-title">
          <h1 dir="auto">{name}</h1>
          <p>{words.title}</p>
        </div>
        {mayReadChannel(reader, channel) && (
          <Link
            class="button quiet icon-when-narrow"
            href={addressOf({ kind: 'channel', channelId }, { channelName: name })}
          >
            <Icon name="rows-3" />
            <span>{words.feed}</span>
          </Link>
        )}
      </header>
      <div class="screen-body">
        {channel.is_archived && <Banner icon="archive">{words.isArchived}</Banner>}
        <Tabs
          label={words.title}
          tabs={TABS.map((id) => ({
            ...{ id, label: words.tabs[id] },
            ...(id === 'subscribers' && { count: channel.subscriber_count }),
          }))}
          current={current}
          onChange={(id) => go(channelSettingsAddress(channelId, name, id), { replace: true })}
        >
          {current === 'general' && <GeneralPart {...props} />}
          {current === 'permissions' && <ChannelPermissionsPart {...props} />}
          {current === 'subscribers' && <SubscribersPart {...props} />}
          {current === 'own' && <OwnPart {...props} />}
        </Tabs>
      </div>
    </section>
  );
}
