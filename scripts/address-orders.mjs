// Makes rules/address-orders.ts from the templates of @fragaria/address-formatter (OpenCage's): for each country, the
// order of an address's parts on one line. The templates are 90 kB and the order is 1 kB, so the pages get the order.
//
//   node scripts/address-orders.mjs
import { writeFileSync } from 'node:fs';
import formatter from '@fragaria/address-formatter';

const PARTS = { houseNumber: 'NUMBER', road: 'STREET', city: 'CITY', postcode: 'POSTAL', state: 'STATE' };
const LETTERS = { NUMBER: 'n', STREET: 's', CITY: 'c', POSTAL: 'p', STATE: 't' };
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const LETTER_RANGE = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));

/** Codes that are in use today. */
const codes = LETTER_RANGE.flatMap((first) => LETTER_RANGE.map((second) => first + second)).filter(
  (code) => names.of(code) && new Intl.Locale(`und-${code}`).region === code,
);

/** A line's letters with the marks between them; words that a template adds are dropped. */
function lettersOf(line) {
  const parts = line.split(/(NUMBER|STREET|CITY|POSTAL|STATE)/);
  let letters = '';
  for (let at = 1; at < parts.length; at += 2) {
    const between = parts[at - 1].replaceAll(/[^\s,-]/g, '').replaceAll(/\s+/g, ' ');
    letters += (letters && between) + LETTERS[parts[at]];
  }
  return letters;
}

/** The order of a country: a state only beside city or postal code, and no part that Hubbub knows is lost. */
function orderOf(countryCode) {
  const lines = formatter
    .format({ ...PARTS, countryCode, country: '' }, { output: 'array' })
    .map(lettersOf)
    .filter((line) => line && line !== 't');
  const has = (letter) => lines.some((line) => line.includes(letter));
  if (!has('s')) lines.unshift('n s');
  if (!has('c')) lines.push('c');
  if (!has('p')) lines[lines.findIndex((line) => line.includes('c'))] += ' p';
  const last = lines.findLastIndex((line) => /[ns]/.test(line));
  lines[last] = lines[last].includes('c') ? lines[last] : `${lines[last]}, a`;
  return lines.some((line) => line.includes('a')) ? lines.join(', ') : `${lines.join(', ')}, a`;
}

const orders = new Map();
for (const code of codes) {
  const order = orderOf(code);
  orders.set(order, [...(orders.get(order) ?? []), code]);
}
const entries = [...orders]
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([order, countries]) => `  '${order}': \`${countries.join(' ').replaceAll(/(.{90}) /g, '$1\n    ')}\`,\n`);
writeFileSync(
  new URL('../rules/address-orders.ts', import.meta.url),
  `// Made by scripts/address-orders.mjs. Change nothing here.

/**
 * Countries by the order of the parts of their addresses: \`n\` number, \`s\` street, \`a\` apartment, \`p\` postal code,
 * \`c\` city, \`t\` state.
 */
export const ADDRESS_ORDERS: Readonly<Record<string, string>> = {
${entries.join('')}};
`,
);
