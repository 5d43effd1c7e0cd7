import { topicKey } from '../../store/chat/conversation.ts';
import { scoreOf, searchKey } from '../../store/chat/select/match.ts';
import type { ChatState } from '../../store/chat/state.ts';
import type { Message } from '../../store/wire/chat.ts';
import { type HtmlElement, readHtml } from './html-tree.ts';

/** A topic that is named before `@`, and what is written after it. */
interface TopicBefore {
  topic: string;
  query: string;
}

/** A message, and how it begins as plain text. */
interface FoundMessage {
  message: Message;
  text: string;
}

/** Letters of a message that are looked at, and shown. */
const BEGINNING = 120;

/**
 * Splits `topic@words` where messages of the topic are known; undefined: it is a topic's name alone, which may have an `@`
 * of its own.
 */
export function topicBefore(state: ChatState, channelId: number, text: string): TopicBefore | undefined {
  const at = text.lastIndexOf('@');
  if (at < 0) return undefined;
  const topic = text.slice(0, at).trim();
  const [known] = messagesOf(state, channelId, topic);
  return known && { topic: known.subject, query: text.slice(at + 1).trim() };
}

/** Returns the messages of a topic that were written by somebody of that name, or say so; the newest first. */
export function findMessages(
  state: ChatState,
  channelId: number,
  { topic, query }: TopicBefore,
  most: number,
): FoundMessage[] {
  const asked = searchKey(query).text;
  const found: FoundMessage[] = [];
  const newestFirst = [...messagesOf(state, channelId, topic)].sort((a, b) => b.id - a.id);
  for (const message of newestFirst) {
    const text = beginningOf(message.content);
    const isMeant =
      String(message.id).startsWith(query) ||
      [text, message.sender_full_name].some((each) => scoreOf(searchKey(each), asked) !== undefined);
    if (isMeant) found.push({ message, text });
    if (found.length === most) break;
  }
  return found;
}

function* messagesOf(state: ChatState, channelId: number, topic: string): Generator<Message> {
  const key = topicKey(channelId, topic);
  for (const message of state.messages.values())
    if (message.stream_id === channelId && topicKey(channelId, message.subject) === key) yield message;
}

/** Beginning of a message's HTML as plain text, in one line. */
function beginningOf(html: string): string {
  const text = [...textsOf(readHtml(html))].join(' ').replaceAll(/\s+/g, ' ').trim();
  return [...text].slice(0, BEGINNING).join('');
}

function* textsOf({ children }: HtmlElement): Generator<string> {
  for (const child of children)
    if (typeof child === 'string') yield child;
    else yield* textsOf(child);
}
