import { useEffect } from 'preact/hooks';
import { navigate } from 'wouter-preact/use-browser-location';
import { addressOf, BASE, topicsAddress } from '../addresses.ts';
import { channelName } from '../data/names.ts';
import { userSettings } from '../data/settings.ts';
import { knownTopics, loadTopics } from '../data/topics.ts';
import { uncoverMessages } from '../parts/right-state.ts';
import { channelOfRow } from './channel-of-row.ts';

/** `web_channel_default_view` (spec: chat 4.2). */
const VIEWS = { topTopic: 1, feed: 2, topics: 3, topUnread: 4 } as const;

/** Opens a clicked channel of the left side with what the person chose. Its row is a link to the feed, also in another tab. */
export function useChannelClicks(): void {
  useEffect(() => {
    const open = (event: MouseEvent) => {
      const { ctrlKey, metaKey, altKey, shiftKey, button, target } = event;
      if (ctrlKey || metaKey || altKey || shiftKey || button !== 0) return;
      const channelId = channelOfRow(target);
      if (channelId === undefined || userSettings().web_channel_default_view === VIEWS.feed) return;
      event.preventDefault();
      event.stopPropagation();
      void openChannel(channelId);
    };
    document.addEventListener('click', open, true);
    return () => document.removeEventListener('click', open, true);
  }, []);
}

/** Milliseconds that a click waits for the server's list of topics; after that, what is known here decides. */
const MAX_WAIT_MS = 1000;

/** Number of the last click: an answer that comes after another one opens nothing. */
let lastClick = 0;

async function openChannel(channelId: number): Promise<void> {
  const click = ++lastClick;
  const from = location.href;
  const address = await addressOfChannel(channelId);
  if (click !== lastClick || location.href !== from) return;
  navigate(BASE + address);
  uncoverMessages();
}

/** Returns where a click on a channel leads: to its feed where it has no topic. */
async function addressOfChannel(channelId: number): Promise<string> {
  const view = userSettings().web_channel_default_view;
  const name = channelName(channelId);
  if (view === VIEWS.topics) return topicsAddress(channelId, name);
  await Promise.race([loadTopics(channelId), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
  const topics = knownTopics(channelId);
  const wanted = topics.filter(({ isMuted }) => !isMuted);
  const top = (view === VIEWS.topUnread && wanted.find(({ unread }) => unread > 0)) || wanted[0] || topics[0];
  const options = { channelName: name };
  return top
    ? addressOf({ kind: 'topic', channelId, topic: top.topic }, options)
    : addressOf({ kind: 'channel', channelId }, options);
}
