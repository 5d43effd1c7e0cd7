import { readFileSync } from 'node:fs';
import { emojiCode, emojiNames } from '../../chat/emoji/unicode-emoji.ts';

/** Slack's names that are not ours for the same emoji (`scripts/slack-emoji.mjs`). */
const codesBySlackName: ReadonlyMap<string, string> = new Map(
  readFileSync(new URL('slack-emoji.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ') as [string, string]),
);

/** Our name of an emoji by Slack's, without the tone of skin; undefined: it is one of the organization's own, or none. */
export function emojiOfSlack(name: string): string | undefined {
  const plain = name.replace(/::skin-tone-\d$/, '');
  const code = codesBySlackName.get(plain);
  if (code === undefined) return emojiCode(plain) === undefined ? undefined : plain;
  return emojiNames(code)?.[0];
}

/** A text in which emoji have our names. */
export function withOurEmoji(text: string): string {
  return text
    .replaceAll(/(?<=:[a-z0-9_+-]{1,100}:):skin-tone-\d:/g, '')
    .replaceAll(/:([a-z0-9_+-]{1,100}):/g, (all, name) => {
      const ours = emojiOfSlack(name);
      return ours === undefined ? all : `:${ours}:`;
    });
}
