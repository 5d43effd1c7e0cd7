import type { ChannelReader } from '../../store/chat/select/channels.ts';
import type { Channel } from '../../store/wire/chat.ts';

/** Facts that each part of a channel's page is given. */
export interface ChannelPartProps {
  channel: Channel;
  reader: ChannelReader;
  /** Whether the person may change the channel. */
  mayChange: boolean;
}
