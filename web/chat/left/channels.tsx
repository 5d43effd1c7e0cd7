import { Component } from 'preact';
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

/**
 * Subscribed channels in their sections.
 * @param filter what their names contain
 * @param count how many of them are drawn
 */
export function Channels({ filter, count }: { filter: string; count: number }) {
  const { state } = chat.value;
  const [location] = useLocation();
  const policy = userSettings().web_stream_unreads_count_display_policy;
  const open = channelAt(location);
  let rest = count;
  return (
    <>
      {leftSections(state, unread.value)
        .map((section) => ({
          ...section,
          channels: filter === '' ? section.channels : section.channels.filter(({ name }) => contains(name, filter)),
        }))
        .filter((section) => section.channels.length > 0)
        .map((section) => {
          const drawn = section.channels.slice(0, Math.max(0, rest));
          rest -= drawn.length;
          return (
            <Section
              key={`${section.kind} ${section.folder?.id}`}
              id={section.folder ? `folder ${section.folder.id}` : section.kind}
              title={section.folder?.name ?? titles[section.kind]()}
              isNamed={section.folder !== undefined}
              isOpenAtFirst={section.kind !== 'inactive'}
              isForcedOpen={filter !== ''}
              unread={section.channels.reduce((sum, channel) => sum + channel.unread, 0)}
            >
              {drawn.map(({ channelId, mutedUnread, unread: count, ...channel }) => (
                <ChannelRow
                  key={channelId}
                  {...{ channelId, ...channel }}
                  isPublic={state.channels.get(channelId)?.is_web_public === true}
                  unread={policy === COUNTS.none ? 0 : count + (policy === COUNTS.all ? mutedUnread : 0)}
                  here={open === channelId ? location : undefined}
                />
              ))}
            </Section>
          );
        })}
    </>
  );
}

const contains = (name: string, filter: string) => name.toLowerCase().includes(filter);

const loadTopics = async () => (await import('./channel-topics.tsx')).ChannelTopics;

const titles: Record<LeftSection['kind'], () => string> = {
  pinned: () => words.pinned,
  folder: () => words.channels,
  active: () => words.channels,
  inactive: () => words.inactive,
};

/** `web_stream_unreads_count_display_policy` (spec: chat 4.2). */
const COUNTS = { all: 1, none: 3 } as const;

interface ChannelRowProps extends Omit<LeftChannel, 'mutedUnread'> {
  /** Whether everybody on the web may read it. */
  isPublic: boolean;
  /** The address, when it is of this channel. */
  here: string | undefined;
}

/** A channel, and its newest topics below it while it is open; drawn anew only if something of it changes, whatever happens in others. */
class ChannelRow extends Component<ChannelRowProps> {
  override shouldComponentUpdate(next: ChannelRowProps): boolean {
    return Object.entries(next).some(([key, value]) => this.props[key as never] !== value);
  }

  override render({ channelId, name, color, isPrivate, isPublic, isMuted, mentions, unread, here }: ChannelRowProps) {
    const href = addressOf({ kind: 'channel', channelId }, { channelName: name });
    const icon = isPrivate ? 'lock' : isPublic ? 'globe' : 'hash';
    return (
      <>
        <LeftRow
          mark={
            <span class="left-channel-mark" ref={(mark) => mark?.style.setProperty('--channel', color)}>
              <Icon name={icon} />
            </span>
          }
          note={isPrivate ? words.private : undefined}
          isHere={here === href}
          isMentioned={mentions > 0}
          {...{ href, name, isMuted, unread }}
        />
        {here !== undefined && <Lazy load={loadTopics} props={{ channelId, name }} isQuiet />}
      </>
    );
  }
}
