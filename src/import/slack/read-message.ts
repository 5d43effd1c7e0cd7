import { readSlack } from '../../chat/incoming-webhooks/slack.ts';
import { fromMrkdwn, type SlackNames } from '../../chat/incoming-webhooks/slack-text.ts';
import { link, plainLine } from '../../chat/messages/foreign-text.ts';
import { truncate } from '../../chat/reading/content.ts';
import { type JsonObject, objectOf, objectsOf, storableText, storableTexts } from '../json.ts';
import type { SourceNames } from '../source.ts';
import { isId } from './ids.ts';
import { withOurEmoji } from './slack-emoji.ts';

/** Kinds of messages that somebody wrote; the others are notices of Slack itself. */
const WRITTEN = new Set([
  '',
  'bot_message',
  'file_comment',
  'file_mention',
  'file_share',
  'me_message',
  'reply_broadcast',
  'slackbot_response',
  'thread_broadcast',
]);

/** A message of a day's file with what an import takes of it. */
export interface SlackMessage {
  /** Seconds since 1970 and a number, as Slack names it. */
  ts: string;
  threadTs: string | undefined;
  isBroadcast: boolean;
  hasReplies: boolean;
  sender: { id: string; names: string[]; isBot: boolean };
  text: string;
  /** Text of an app, as Markdown that names nobody. */
  appText: string;
  isMe: boolean;
  editedTs: string | undefined;
  reactions: { name: string; users: string[] }[];
  files: { id: string; name: string; url: string | undefined; downloadUrl: string | undefined; mayBeHtml: boolean }[];
}

const TS = /^\d{9,11}\.\d{1,6}$/;

/**
 * A message of a day's file; undefined for notices of Slack itself, which stay behind.
 * @returns a text that says what is wrong, where it is no message at all
 */
export function readMessage(raw: JsonObject): SlackMessage | undefined | string {
  const ts = storableText(raw.ts);
  if (!TS.test(ts)) return 'has no valid ts';
  const subtype = storableText(raw.subtype);
  if (storableText(raw.type) !== 'message' || !WRITTEN.has(subtype) || raw.hidden === true) return undefined;
  const threadTs = storableText(raw.thread_ts);
  const comment = objectOf(raw.comment);
  const isApp = subtype === 'bot_message' || storableText(raw.bot_id) !== '';
  const text = storableText(raw.text) || storableText(comment.comment);
  const attachments = objectsOf(raw.attachments).filter(isWritten);
  const blocks = isApp || text === '' ? objectsOf(raw.blocks) : [];
  const reading =
    blocks.length + attachments.length > 0 ? readSlack({ blocks, attachments, text: isApp ? text : '' }) : 'unknown';
  const appText = typeof reading === 'string' ? '' : storableText(reading.content);
  const editedTs = storableText(objectOf(raw.edited).ts);
  return {
    ts,
    threadTs: TS.test(threadTs) ? threadTs : undefined,
    isBroadcast: subtype === 'thread_broadcast' || subtype === 'reply_broadcast',
    hasReplies: Number(raw.reply_count) > 0 || objectsOf(raw.replies).length > 0,
    sender: senderOf(raw, comment),
    // Blocks say what the text says, better.
    text: isApp && appText !== '' ? '' : text,
    appText,
    isMe: subtype === 'me_message',
    editedTs: TS.test(editedTs) ? editedTs : undefined,
    reactions: objectsOf(raw.reactions).map(({ name, users }) => ({
      name: storableText(name),
      users: storableTexts(users),
    })),
    files: [...objectsOf(raw.files), ...(raw.files === undefined ? objectsOf([raw.file]) : [])].map(readFile),
  };
}

/** Slack adds what it finds behind links; what an app wrote has no such address. */
const isWritten = (attachment: JsonObject) =>
  attachment.from_url === undefined && attachment.is_msg_unfurl !== true && attachment.is_share !== true;

function senderOf(raw: JsonObject, comment: JsonObject): SlackMessage['sender'] {
  const profile = objectOf(raw.user_profile);
  const bot = objectOf(raw.bot_profile);
  const user = senderId(storableText(raw.user) || storableText(comment.user));
  if (user !== '')
    return {
      id: user,
      names: [profile.real_name, profile.display_name, profile.name, bot.name].map(storableText),
      isBot: storableText(raw.bot_id) !== '',
    };
  const name = storableText(raw.username) || storableText(bot.name);
  return { id: senderId(storableText(raw.bot_id) || `app ${name}`), names: [name], isBot: true };
}

/** Characters of a sender's ID, which an app may have none of but its name. Longer ones do not fit into an index. */
const MAX_SENDER_ID = 100;

const senderId = (text: string) => truncate(text, MAX_SENDER_ID, '');

/** Kinds of files that Slack sends as a page: what was written in Slack, and mail. */
const HTML_FILES = new Set(['canvas', 'email', 'html', 'post', 'quip', 'space']);

function readFile(file: JsonObject): SlackMessage['files'][number] {
  const isGone = ['tombstone', 'hidden_by_limit'].includes(storableText(file.mode));
  const url = [file.permalink, file.url_private, file.external_url]
    .map(storableText)
    .find((text) => /^https:\/\//.test(text));
  const download = [file.url_private_download, file.url_private].map(storableText).find((text) => URL.canParse(text));
  const id = isId(file.id) ? file.id : '';
  return {
    id,
    downloadUrl: isGone || id === '' ? undefined : download,
    name: storableText(file.title) || storableText(file.name) || 'file',
    url: isGone ? undefined : url,
    mayBeHtml:
      storableText(file.mimetype).startsWith('text/html') || HTML_FILES.has(storableText(file.filetype).toLowerCase()),
  };
}

/** Channel and time of the message that an address leads to. */
export function targetOf(url: string): string | undefined {
  const match =
    /^https:\/\/[a-z0-9-]+(?:\.enterprise)?\.slack\.com\/archives\/([A-Z0-9]{1,40})\/p(\d{9,11})(\d{6})(?:[?#].*)?$/.exec(
      url.replaceAll('&amp;', '&'),
    );
  return match ? `${match[1]}/${match[2]}.${match[3]}` : undefined;
}

/** Messages that a text links to. */
export const targetsIn = (text: string): string[] =>
  text.includes('.slack.com/archives/')
    ? [...text.matchAll(/https:\/\/[^|<>\s]+/g)].flatMap(([url]) => targetOf(url) ?? [])
    : [];

/** A text as Markdown; only what `names` says mentions somebody, or leads somewhere. */
export function toMarkdown({ text, appText, isMe, files }: SlackMessage, names: SourceNames): string {
  const named: string[] = [];
  const keep = (markdown: string | undefined) =>
    markdown === undefined ? undefined : `\ue000${named.push(markdown) - 1}\ue001`;
  const slackNames: SlackNames = {
    user: (id) => keep(names.mention(id)),
    channel: (id) => keep(names.channel(id)),
    everybody: () => keep('@**all**'),
    link(url) {
      const target = targetOf(url);
      return target === undefined ? undefined : keep(names.message(target));
    },
  };
  const body = quoted(fromMrkdwn(text.replaceAll(/[\ue000\ue001]/g, ''), slackNames));
  const parts = [
    isMe ? `/me ${body}` : body,
    appText.replaceAll(/[\ue000\ue001]/g, ''),
    ...files.map(({ id, name, url }) => {
      const address = names.file(id);
      if (address !== undefined) return `[${plainLine(name) || 'file'}](${address})`;
      return url === undefined ? '' : link(name, url);
    }),
  ];
  return withOurEmoji(parts.filter((part) => part.trim() !== '').join('\n'))
    .replaceAll(/@(?=_?\*)/g, '@\u200b')
    .replaceAll(/#(?=\*\*)/g, '#\u200b')
    .replaceAll(/\ue000(\d+)\ue001/g, (_all, n) => named[Number(n)]!);
}

/** `>>>` quotes all that follows. */
function quoted(text: string): string {
  const match = /^>>>\s?/m.exec(text);
  if (!match) return text;
  const rest = text.slice(match.index + match[0].length);
  return `${text.slice(0, match.index)}${rest
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')}`;
}

/** The first line of a text without markup, for the name of a topic. */
export function firstLine({ text, appText, files }: SlackMessage, nameOf: (id: string) => string | undefined): string {
  const named = (sign: string) => (id: string) => {
    const name = nameOf(id);
    return name === undefined ? undefined : `${sign}${name}`;
  };
  const plain = fromMrkdwn(text, {
    user: named('@'),
    channel: named('#'),
    everybody: (word) => `@${word}`,
    link: () => undefined,
  });
  const lines = `${plain}\n${appText}\n${files[0]?.name ?? ''}`.split('\n');
  return (
    lines
      .map((line) => line.replaceAll(/^```.*$|~~|\*\*|\]\(\S*\)/g, ' ').trim())
      .find((line) => /[\p{L}\p{N}]/u.test(line)) ?? ''
  );
}

/** ISO 8601, to the microsecond. */
export function timeOf(ts: string): string {
  const [seconds, fraction = ''] = ts.split('.');
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}Z`;
}
