// Makes src/import/slack/slack-emoji.txt: Slack's names of emoji that are not ours for the same one, each with its code.
//
//   node scripts/slack-emoji.mjs
//
// Slack's names are those of iamcal's emoji-data, which emojibase-data has.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { emojiCode, knownEmojiCode } from '../src/chat/emoji/unicode-emoji.ts';

const names = createRequire(import.meta.url)('emojibase-data/en/shortcodes/iamcal.json');
const lines = Object.entries(names).flatMap(([hexcode, own]) => {
  const code = knownEmojiCode(hexcode.toLowerCase());
  return code === undefined
    ? []
    : [own].flat().flatMap((name) => (emojiCode(name) === code ? [] : [`${name} ${code}`]));
});
writeFileSync(new URL('../src/import/slack/slack-emoji.txt', import.meta.url), `${lines.sort().join('\n')}\n`);
process.stdout.write(`${lines.length} names\n`);
