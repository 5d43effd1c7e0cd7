import type { Message } from '../../store/wire/chat.ts';
import { plainText } from './plain-text.ts';

/** A notification of a message. The service worker builds the same of a push. */
export interface MessageNotice {
  title: string;
  body: string;
  /** Names the message: page and push make one notification of it. */
  tag: string;
  messageId?: number;
  /** Address below `/chat` that a click leads to. */
  path: string;
}

/** Facts that a notification needs beside the message. */
interface Surroundings {
  /** Name of the conversation; undefined for a direct one with one person, whose name is the title. */
  place: string | undefined;
  path: string;
  /** Stands for a text that is not to be shown. */
  hidden: string;
  /** `pm_content_in_desktop_notifications`. */
  showsDirect: boolean;
}

export function noticeOf(message: Message, { place, path, hidden, showsDirect }: Surroundings): MessageNotice {
  const { id, sender_full_name: sender, content, is_me_message } = message;
  const isHidden = message.stream_id === undefined && !showsDirect;
  const text = plainText(content);
  return {
    title: place === undefined ? sender : `${sender} · ${place}`,
    body: isHidden || text === '' ? hidden : is_me_message ? text.replace(/^\/me\b/, sender) : text,
    tag: tagOf(id),
    messageId: id,
    path,
  };
}

export const tagOf = (messageId: number): string => `chat-${messageId}`;
