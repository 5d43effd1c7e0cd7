// Makes src/chat/emoji/unicode-emoji.txt, one line for each emoji: its code, the name that is shown, its other names.
//
//   node scripts/emoji-table.mjs
//
// Which emoji there are, and in which order people look for them, is emojibase-data's word. A name is made from the
// emoji's own label, unless src/chat/emoji/customary-names.txt has the names that people of this system type.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const folder = new URL('../src/chat/emoji/', import.meta.url);
const emojis = createRequire(import.meta.url)('emojibase-data/en/data.json');

/** Code points without the selector that asks for the picture of a character. */
const unqualified = (code) =>
  code
    .toLowerCase()
    .split('-')
    .filter((point) => point !== 'fe0f')
    .map((point) => point.padStart(4, '0'))
    .join('-');

const customary = new Map();
for (const line of readFileSync(new URL('customary-names.txt', folder), 'utf8').split('\n')) {
  if (line === '' || line.startsWith('#')) continue;
  const [code, ...names] = line.split(' ');
  customary.set(unqualified(code), { code, names });
}
const taken = new Set([...customary.values()].flatMap(({ names }) => names));

const nameFrom = (label) =>
  label
    .normalize('NFD')
    .replace(/[\u0300-\u036f’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

/** Skin tones, hair and letters of flags are parts of emoji, and none by themselves. */
const isPart = ({ group }) => group === undefined || group === 2;

const lines = [];
for (const emoji of emojis.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))) {
  if (isPart(emoji)) continue;
  const code = unqualified(emoji.hexcode);
  const known = customary.get(code);
  if (known) {
    lines.push([known.code, ...(known.names.length > 0 ? known.names : [nameFrom(emoji.label)])]);
    continue;
  }
  const name = nameFrom(emoji.label);
  if (taken.has(name)) throw new Error(`${code}: the name ${name} is taken`);
  taken.add(name);
  lines.push([code, name]);
}
writeFileSync(new URL('unicode-emoji.txt', folder), `${lines.map((line) => line.join(' ')).join('\n')}\n`);
process.stdout.write(`${lines.length} emoji\n`);
