import { useRef } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { conversationOf, type Narrow, narrowKey } from '../../store/chat/narrow.ts';
import { Composer } from '../composer/composer.tsx';
import { chat } from '../data/chat.ts';
import { MessageList } from '../list/message-list.tsx';
import { decoration } from '../message/reader.ts';
import { Gone } from '../parts/gone.tsx';
import { ConversationHead } from './head.tsx';
import { ConversationNotices } from './notices.tsx';
import './screen.css';
import { usePlaceOfLinked } from './use-place-of-linked.ts';

export { loadOpening } from '../list/use-messages.ts';

interface ConversationScreenProps {
  narrow: Exclude<Narrow, { kind: 'search' }>;
  near?: number | undefined;
}

/** Messages of a narrow, and below them the composer where it is one conversation. */
export function ConversationScreen(props: ConversationScreenProps) {
  // Another place is another screen: what was known of one says nothing of the other.
  return <Conversation key={narrowKey(props.narrow)} {...props} />;
}

function Conversation({ narrow, near }: ConversationScreenProps) {
  useLocation();
  const conversation = conversationOf(narrow);
  const channelId = 'channelId' in narrow ? narrow.channelId : undefined;
  const channel = channelId === undefined ? undefined : chat.value.state.channels.get(channelId);
  /** The channel's name as long as it was known: who reads it when it goes, stays. */
  const name = useRef(channel?.name);
  if (channel) name.current = channel.name;
  const isMissing = usePlaceOfLinked(narrow, near);
  if (channelId !== undefined && name.current === undefined) return <Gone />;
  return (
    <section class="conversation-screen">
      <ConversationHead narrow={narrow} lostName={channel ? undefined : name.current} />
      <ConversationNotices narrow={narrow} isMissing={isMissing} lostName={channel ? undefined : name.current} />
      <MessageList {...{ narrow, near }} autoFocus />
      {conversation && (channelId === undefined || channel) && (
        <Composer {...{ conversation }} decorate={decoration()} />
      )}
    </section>
  );
}
