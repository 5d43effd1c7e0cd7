import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { Icon } from '../../shared/ui/icon.tsx';
import type { Conversation } from '../../store/chat/conversation.ts';
import { narrowOf } from '../../store/chat/narrow.ts';
import { addressOf } from '../addresses.ts';
import { channelName, directName, topicName } from '../data/names.ts';
import './entries.css';
import { draftsWords as words } from './texts/index.ts';

interface EntryProps {
  /** Conversation of the message; undefined for one without recipients. */
  conversation: Conversation | undefined;
  content: string;
  /** Time of the last change, or of delivery. */
  time: ComponentChildren;
  /** Buttons. */
  children: ComponentChildren;
}

/** A message that is not sent yet: where it belongs, its text, and what can be done with it. */
export function UnsentEntry({ conversation, content, time, children }: EntryProps) {
  return (
    <li class="entry">
      <p class="entry-head">
        {conversation ? (
          <Link href={addressOf(narrowOf(conversation))} dir="auto">
            <Icon name={'userIds' in conversation ? 'message-circle' : 'hash'} />
            {placeName(conversation)}
          </Link>
        ) : (
          <span>{words.nowhere}</span>
        )}
        <span class="entry-time">{time}</span>
      </p>
      <p class="entry-text" dir="auto">
        {content}
      </p>
      <div class="entry-actions">{children}</div>
    </li>
  );
}

/** Returns the name of a conversation on one line. */
export function placeName(conversation: Conversation): string {
  if ('userIds' in conversation) return directName(conversation.userIds);
  return words.topicOf({ channel: channelName(conversation.channelId), topic: topicName(conversation.topic) });
}
