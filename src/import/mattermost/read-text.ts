import { plainLine } from '../../chat/messages/foreign-text.ts';
import { outsideCode } from '../outside-code.ts';
import { withOurEmoji } from '../slack/slack-emoji.ts';
import type { SourceNames } from '../source.ts';
import type { MattermostMessage } from './read-post.ts';

/** A name behind a sign. Full stops, hyphens and underscores at its end may be of the sentence. */
const MENTION = /(?<![\w@/.-])@([a-z0-9][a-z0-9._-]{0,63})/gi;
const CHANNEL = /(?<![\w~/.-])~([a-z0-9][a-z0-9._-]{0,63})/gi;
const EVERYBODY = new Set(['all', 'channel', 'here']);

/** Facts of the export that its texts refer to. */
export interface PostNames {
  isPerson(name: string): boolean;
  /** ID of a channel by its name in the team of the message; undefined: there is none, or it is a direct message. */
  channelNamed(name: string): string | undefined;
}

/** Returns a text as Markdown of ours; only what `names` says mentions somebody, or leads somewhere. */
export function postMarkdown(message: MattermostMessage, texts: PostNames, names: SourceNames): string {
  const body = outsideCode(message.text, (part) => {
    const quiet = withOurEmoji(part)
      .replaceAll(/@(?=_?\*)/g, '@\u200b')
      .replaceAll(/#(?=\*\*)/g, '#\u200b');
    return replaceNames(quiet, texts, {
      person: (name) => names.mention(name),
      everybody: () => '@**all**',
      channel: (id) => names.channel(id),
    });
  });
  const files = message.files.map((path) => {
    const address = names.file(path);
    const name = plainLine(fileName(path)) || 'file';
    return address === undefined ? name : `[${name}](${address})`;
  });
  const parts = [message.isMe ? `/me ${body}` : body, message.appText, ...files];
  return parts.filter((part) => part.trim() !== '').join('\n');
}

/** The last part of a path. */
export const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The first line of a text with letters in it, for the name of a topic. */
export function firstWords({ text, appText, files }: MattermostMessage): string {
  const lines = `${text.slice(0, 5000)}\n${appText.slice(0, 500)}\n${fileName(files[0] ?? '')}`.split('\n');
  return (
    lines
      .map((line) => line.replaceAll(/^```.*$|~~|\*\*|\]\(\S*\)/g, ' ').trim())
      .find((line) => /[\p{L}\p{N}]/u.test(line)) ?? ''
  );
}

function replaceNames(
  text: string,
  texts: PostNames,
  written: {
    person(name: string): string | undefined;
    everybody(): string;
    channel(id: string): string | undefined;
  },
): string {
  return text
    .replaceAll(MENTION, (whole, given: string) => {
      for (const name of namesIn(given)) {
        const rest = given.slice(name.length);
        const key = name.toLowerCase();
        if (EVERYBODY.has(key)) return written.everybody() + rest;
        const person = texts.isPerson(key) ? written.person(key) : undefined;
        if (person !== undefined) return person + rest;
      }
      return whole;
    })
    .replaceAll(CHANNEL, (whole, given: string) => {
      for (const name of namesIn(given)) {
        const id = texts.channelNamed(name.toLowerCase());
        const link = id === undefined ? undefined : written.channel(id);
        if (link !== undefined) return link + given.slice(name.length);
      }
      return whole;
    });
}

/** The name, and the name without the marks at its end, which may be of the sentence. */
function* namesIn(given: string): Generator<string> {
  yield given;
  for (let end = given.length - 1; end > 0 && '._-'.includes(given[end]!); end--) yield given.slice(0, end);
}
