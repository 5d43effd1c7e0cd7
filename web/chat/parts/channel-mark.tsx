import { Icon } from '../../shared/ui/icon.tsx';
import type { Channel } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import './channel-mark.css';

/** The sign of a channel's kind, in the colour that the person gave it. */
export function ChannelMark({ channel }: { channel: Channel }) {
  const color = chat.value.state.subscriptions.get(channel.stream_id)?.color;
  const { is_archived, invite_only, is_web_public } = channel;
  const icon = is_archived ? 'archive' : invite_only ? 'lock' : is_web_public ? 'globe' : 'hash';
  return (
    <span
      class="channel-mark"
      ref={(mark) => {
        if (color) mark?.style.setProperty('--channel', color);
        else mark?.style.removeProperty('--channel');
      }}
    >
      <Icon name={icon} />
    </span>
  );
}
