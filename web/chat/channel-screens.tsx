import type { ChannelPage } from './addresses.ts';
import { ChannelSettingsScreen } from './channel-settings/screen.tsx';
import { TopicsScreen } from './topics/screen.tsx';

/* The screens about channels come together: each would name the files of all anew in what a first visit loads. */
export { ChannelsScreen } from './channels/screen.tsx';
export { NewChannelScreen } from './new-channel/screen.tsx';

/** A channel's topics, or its settings. */
export function ChannelPageScreen({ channelId, page, part }: ChannelPage) {
  return page === 'topics' ? <TopicsScreen {...{ channelId }} /> : <ChannelSettingsScreen {...{ channelId, part }} />;
}
