import { useLocation } from 'wouter-preact';
import { Icon } from '../../shared/ui/icon.tsx';
import { Lazy } from '../../shared/ui/lazy.tsx';
import { type LeftChannel, type LeftSection, leftSections } from '../../store/chat/select/left.ts';
import { addressOf, channelAt } from '../addresses.ts';
import { chat } from '../data/chat.ts';
import { userSettings } from '../data/settings.ts';
import { unread } from '../data/unread.ts';
import { LeftRow } from './row.tsx';
import { Section } from './section.tsx';
import { leftWords as words } from './texts/index.ts';

/** Subscribed channels in their sections. @param filter what their names contain */
export function Channels({ filter }: { filter: string }) {
  return (
    <>
      {leftSections(chat.value.state, unread.value)
        .map((section) => ({
          ...section,
          channels: section.channels.filter(({ name }) => name.toLowerCase().includes(filter)),
        }))
        .filter((section) => section.channels.length > 0)
        .map((section) => (
          <Section
            key={`${section.kind} ${section.folder?.id}`}
            id={section.folder ? `folder ${section.folder.id}` : section.kind}
            title={section.folder?.name ?? titles[section.kind]()}
            isNamed={section.folder !== undefined}
            isOpenAtFirst={section.kind !== 'inactive'}
            isForcedOpen={filter !== ''}
            unread={section.channels.reduce((sum, channel) => sum + channel.unread, 0)}
          >
            {section.channels.map((channel) => (
              <ChannelRow key={channel.channelId} {...channel} />
            ))}
          </Section>
        ))}
    </>
  );
}

const loadTopics = async () => (await import('./channel-topics.tsx')).ChannelTopics;

const titles: Record<LeftSection['kind'], () => string> = {
  pinned: () => words.pinned,
  folder: () => words.channels,
  active: () => words.channels,
  inactive: () => words.inactive,
};

/** `web_stream_unreads_count_display_policy` (spec: chat 4.2). */
const COUNTS = { all: 1, none: 3 } as const;

/** A channel, and its newest topics below it while it is open. */
function ChannelRow({ channelId, name, color, isPrivate, isMuted, mentions, ...counts }: LeftChannel) {
  const shown = userSettings().web_stream_unreads_count_display_policy;
  const withMuted = shown === COUNTS.all ? counts.mutedUnread : 0;
  const [location] = useLocation();
  const channel = chat.value.state.channels.get(channelId);
  const icon = isPrivate ? 'lock' : channel?.is_web_public ? 'globe' : 'hash';
  return (
    <>
      <LeftRow
        href={addressOf({ kind: 'channel', channelId }, { channelName: name })}
        mark={
          <span class="left-channel-mark" ref={(mark) => mark?.style.setProperty('--channel', color)}>
            <Icon name={icon} />
          </span>
        }
        note={isPrivate ? words.private : undefined}
        unread={shown === COUNTS.none ? 0 : counts.unread + withMuted}
        isMentioned={mentions > 0}
        {...{ name, isMuted }}
      />
      {channelAt(location) === channelId && <Lazy load={loadTopics} props={{ channelId, name }} isQuiet />}
    </>
  );
}
