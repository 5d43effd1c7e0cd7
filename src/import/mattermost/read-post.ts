import { plainLine, withoutMentions } from '../../chat/messages/foreign-text.ts';
import { type JsonObject, objectOf, objectsOf, storableText, storableTexts } from '../json.ts';

/** A post, a reply or a direct message of an export. */
export interface MattermostMessage {
  /** Name of the sender's account. */
  sender: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Milliseconds since 1970; undefined: never. */
  editedAt: number | undefined;
  text: string;
  /** Text that a program added, as Markdown that names nobody. */
  appText: string;
  isMe: boolean;
  isPinned: boolean;
  /** Paths of files in the archive. */
  files: string[];
  starredBy: string[];
  reactions: { emoji: string; person: string }[];
}

/** A line of posts: the root, and replies in their order. */
export interface MattermostThread {
  place: { team: string; channel: string } | { people: string[] };
  root: MattermostMessage | undefined;
  replies: MattermostMessage[];
  hasReplies: boolean;
  /** Notices of Mattermost itself, empty messages and deleted ones. */
  left: number;
}

/** Names of accounts, teams and channels; longer ones do not fit into an index. */
export const accountName = (value: unknown): string => storableText(value).trim().toLowerCase().slice(0, 64);
/** Characters of a path, which is in an index. */
const MAX_PATH = 900;

/**
 * Reads a line of the type `post` or `direct_post`.
 * @returns a text that says what is wrong
 */
export function readThread(type: 'post' | 'direct_post', given: JsonObject): MattermostThread | string {
  const people = [...new Set(storableTexts(given.channel_members).map(accountName))].sort();
  const place = type === 'post' ? { team: accountName(given.team), channel: accountName(given.channel) } : { people };
  if (type === 'direct_post' && people.length === 0) return 'has no channel_members';
  const raw = [given, ...objectsOf(given.replies)];
  const read = raw.map(readMessage);
  const problem = read.find((each) => typeof each === 'string');
  if (typeof problem === 'string') return problem;
  const [root, ...replies] = read as (MattermostMessage | undefined)[];
  return {
    place,
    root,
    replies: replies.filter((each) => each !== undefined),
    hasReplies: replies.length > 0,
    left: read.filter((each) => each === undefined).length,
  };
}

/** @returns undefined for what stays behind; a text that says what is wrong */
function readMessage(raw: JsonObject): MattermostMessage | undefined | string {
  const { create_at: at, edit_at: edited, delete_at: deleted } = raw;
  if (!isTime(at)) return 'has no valid create_at';
  const sender = accountName(raw.user);
  if (sender === '') return 'has no user';
  const type = storableText(raw.type);
  const isMe = type === 'me';
  if (type.startsWith('system_') || (typeof deleted === 'number' && deleted > 0)) return undefined;
  const given = storableText(raw.message);
  const text = isMe ? given.replace(/^\*(.*)\*$/s, '$1') : given;
  const appText = objectsOf(objectOf(raw.props).attachments).map(readAttachment).join('\n').trim();
  const files = objectsOf(raw.attachments)
    .map(({ path }) => storableText(path).normalize('NFC'))
    .filter((path) => path !== '' && path.length <= MAX_PATH);
  if (text.trim() === '' && appText === '' && files.length === 0) return undefined;
  return {
    sender,
    at,
    editedAt: isTime(edited) && edited > at ? edited : undefined,
    text,
    appText,
    isMe,
    isPinned: raw.is_pinned === true,
    files: [...new Set(files)],
    starredBy: storableTexts(raw.flagged_by).map(accountName),
    reactions: objectsOf(raw.reactions).map(({ user, emoji_name: emoji }) => ({
      emoji: storableText(emoji),
      person: accountName(user),
    })),
  };
}

/** From 2001 to 5138: outside, a number is no time in milliseconds. */
const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 1e12 / 10 && value < 1e14;

/** Returns the text that a program attached to its message. */
function readAttachment({ pretext, title, title_link: url, text, fields }: JsonObject): string {
  const name = plainLine(title);
  const address = storableText(url);
  const heading = name === '' ? '' : `**${/^https?:\/\/[^\s()<>]+$/.test(address) ? `[${name}](${address})` : name}**`;
  const rows = objectsOf(fields).map(
    (field) => `**${plainLine(field.title)}**: ${withoutMentions(storableText(field.value))}`,
  );
  return [withoutMentions(storableText(pretext)), heading, withoutMentions(storableText(text)), ...rows]
    .filter((part) => part.trim() !== '')
    .join('\n');
}
