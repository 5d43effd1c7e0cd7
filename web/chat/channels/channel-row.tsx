import { Link } from 'wouter-preact';
import { plainMessage } from '../../shared/plain-message.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { type ChannelReader, mayReadChannel, mayReturnTo } from '../../store/chat/select/channels.ts';
import type { Channel, ChannelFolder } from '../../store/wire/chat.ts';
import { addressOf } from '../addresses.ts';
import { channelSettingsAddress } from '../channel-settings-address.ts';
import { setSubscribed } from '../data/own-settings.ts';
import { ChannelMark } from '../parts/channel-mark.tsx';
import { channelsWords as words } from './texts/index.ts';

interface ChannelRowProps {
  channel: Channel;
  reader: ChannelReader;
  /** Whether the row goes when the person joins or leaves. */
  mayVanish: boolean;
  /** Asks before the person leaves a channel that they could not come back to. */
  onLeave(): void;
}

/** A channel: opens its feed; joins and leaves it. */
export function ChannelRow({ channel, reader, mayVanish, onLeave }: ChannelRowProps) {
  const { stream_id: channelId, name, description } = channel;
  const isReadable = mayReadChannel(reader, channel);
  const text = plainMessage(description);
  return (
    <div class={channel.is_archived ? 'channels-row archived' : 'channels-row'}>
      <ChannelMark channel={channel} />
      <div class="channels-text">
        <Link
          class="channels-link"
          href={
            isReadable
              ? addressOf({ kind: 'channel', channelId }, { channelName: name })
              : channelSettingsAddress(channelId, name)
          }
        >
          <span dir="auto">{name}</span>
          {channel.invite_only && <span class="unseen">{words.private}</span>}
        </Link>
        {text && (
          <p class="channels-description" dir="auto">
            {text}
          </p>
        )}
        <p class="channels-facts">{factsOf(channel, reader)}</p>
      </div>
      <span class="channels-actions">
        <Membership {...{ channel, reader, isReadable, mayVanish, onLeave }} />
        <Link
          class="button quiet only-icon"
          href={channelSettingsAddress(channelId, name)}
          aria-label={words.settingsOf({ name })}
        >
          <Icon name="settings" />
        </Link>
      </span>
    </div>
  );
}

type MembershipProps = ChannelRowProps & { isReadable: boolean };

function Membership({ channel, reader, isReadable, mayVanish, onLeave }: MembershipProps) {
  const { stream_id: channelId, name } = channel;
  if (channel.is_archived) return null;
  const change = (button: HTMLElement, isSubscribed: boolean) => {
    // The button may go with its row: a neighbour then has the focus.
    if (mayVanish) button.closest('li')!.querySelector('a')!.focus();
    void setSubscribed(channelId, isSubscribed);
  };
  if (reader.state.subscriptions.has(channelId))
    return (
      <Button
        kind="quiet"
        size="small"
        icon="check"
        aria-label={words.unsubscribeFrom({ name })}
        onClick={({ currentTarget }) => (mayReturnTo(reader, channel) ? change(currentTarget, false) : onLeave())}
      >
        {words.subscribed}
      </Button>
    );
  if (!isReadable) return <span class="quiet-words">{words.byInvitation}</span>;
  return (
    <Button
      size="small"
      icon="plus"
      aria-label={words.subscribeTo({ name })}
      onClick={({ currentTarget }) => change(currentTarget, true)}
    >
      {words.subscribe}
    </Button>
  );
}

function factsOf(channel: Channel, { state }: ChannelReader): string {
  const folders = (state.fields.channel_folders ?? []) as ChannelFolder[];
  const folder = folders.find(({ id, is_archived }) => id === channel.folder_id && !is_archived);
  const { subscriber_count: people, stream_weekly_traffic: traffic } = channel;
  return [words.people({ count: people }), traffic !== null && words.traffic({ count: traffic }), folder?.name]
    .filter(Boolean)
    .join(' · ');
}
