import { useLocation } from 'wouter-preact';
import { Icon } from '../../shared/ui/icon.tsx';
import { addressOf, channelAt } from '../addresses.ts';
import { type ChannelSection, channelSections, type OwnChannel } from '../data/channel-sections.ts';
import { chat } from '../data/chat.ts';
import { unreadCounts } from '../data/unread-counts.ts';
import { ChannelTopics } from './channel-topics.tsx';
import { LeftRow } from './row.tsx';
import { Section } from './section.tsx';
import { leftWords as words } from './texts/index.ts';

/** Subscribed channels in their sections. @param filter what their names contain */
export function Channels({ filter }: { filter: string }) {
  const { channels } = unreadCounts.value;
  return (
    <>
      {channelSections(chat.value.state)
        .map((section) => ({
          ...section,
          channels: section.channels.filter(({ channel }) => channel.name.toLowerCase().includes(filter)),
        }))
        .filter((section) => section.channels.length > 0)
        .map((section) => (
          <Section
            key={section.id}
            id={section.id}
            title={titleOf(section)}
            isNamed={section.folderName !== undefined}
            isOpenAtFirst={section.id !== 'inactive'}
            isForcedOpen={filter !== ''}
            unread={section.channels.reduce(
              (sum, { channel }) => sum + (channels.get(channel.stream_id)?.count ?? 0),
              0,
            )}
          >
            {section.channels.map((each) => (
              <ChannelRow key={each.channel.stream_id} {...each} />
            ))}
          </Section>
        ))}
    </>
  );
}

function titleOf({ id, folderName }: ChannelSection): string {
  if (folderName !== undefined) return folderName;
  if (id === 'pinned') return words.pinned;
  return id === 'inactive' ? words.inactive : words.channels;
}

/** A channel, and its newest topics below it while it is open. */
function ChannelRow({ channel, settings }: OwnChannel) {
  const [location] = useLocation();
  const { stream_id: channelId, name } = channel;
  const unread = unreadCounts.value.channels.get(channelId);
  const href = addressOf({ kind: 'channel', channelId }, { channelName: name });
  const icon = channel.is_archived
    ? 'archive'
    : channel.invite_only
      ? 'lock'
      : channel.is_web_public
        ? 'globe'
        : 'hash';
  return (
    <>
      <LeftRow
        mark={
          <span class="left-channel-mark" ref={(mark) => mark?.style.setProperty('--channel', settings.color)}>
            <Icon name={icon} />
          </span>
        }
        note={channel.invite_only ? words.private : undefined}
        unread={unread?.count ?? 0}
        isMentioned={unread?.isMentioned ?? false}
        isMuted={settings.is_muted}
        {...{ href, name }}
      />
      {channelAt(location) === channelId && <ChannelTopics {...{ channelId, name }} />}
    </>
  );
}
