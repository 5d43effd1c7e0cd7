import { ADDRESS_ORDERS } from './address-orders.ts';

/** Parts of an address as the dispatch API has them. A country is a code or a name. */
export interface PostalAddress {
  name?: string | null | undefined;
  number?: string | null | undefined;
  street?: string | null | undefined;
  apartment?: string | null | undefined;
  postalCode?: string | null | undefined;
  city?: string | null | undefined;
  state?: string | null | undefined;
  country?: string | null | undefined;
}

/** Order of an address whose country is unknown. */
const UNKNOWN = 'n s, a, p c';

/** Names that are common in addresses and that `Intl` lacks. */
const ALIASES: readonly (readonly [name: string, code: string])[] = [
  ['uk', 'GB'],
  ['great britain', 'GB'],
  ['england', 'GB'],
  ['scotland', 'GB'],
  ['wales', 'GB'],
  ['usa', 'US'],
  ['united states of america', 'US'],
  ['the netherlands', 'NL'],
  ['holland', 'NL'],
  ['czech republic', 'CZ'],
];

const orderByCode = new Map(
  Object.entries(ADDRESS_ORDERS).flatMap(([order, codes]) =>
    codes.split(/\s+/).map((code): [string, string] => [code, order]),
  ),
);

/** Returns an address on one line in the order of its country, without the country itself. */
export function formatAddress(address: PostalAddress): string {
  const { name, number: n, street: s, apartment: a, postalCode: p, city: c, state: t } = address;
  const parts: Record<string, string | null | undefined> = { n, s, a, p, c, t };
  let line = name ?? '';
  let between = ', ';
  for (const [, mark, letter] of orderIn(address.country ?? '').matchAll(/([^a-z]*)([a-z])/g)) {
    const part = parts[letter!];
    // A state belongs to what follows it: "Boise 83702". Of any other missing part the stronger mark stays.
    if (!part && letter === 't') continue;
    if (mark!.includes(',') || !between.includes(',')) between = mark!;
    if (!part) continue;
    line += (line && between) + part;
    between = '';
  }
  return line;
}

function orderIn(country: string): string {
  const word = country.trim();
  return orderByCode.get(word.toUpperCase()) ?? orderByCode.get(codeOf(word.toLowerCase()) ?? '') ?? UNKNOWN;
}

/** Names of countries, English ones first: those of the countries' own languages take 40 ms. */
const names = [() => 'en', (code: string) => new Intl.Locale(`und-${code}`).maximize().language];
const codeByName = new Map(ALIASES);

/** Returns the code of a country by its name in English or in its own language. */
function codeOf(name: string): string | undefined {
  while (name && !codeByName.has(name) && names.length > 0) {
    const languageOf = names.shift()!;
    for (const code of orderByCode.keys()) codeByName.set(nameOf(code, languageOf(code)), code);
  }
  return codeByName.get(name);
}

function nameOf(code: string, language: string): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(code)!.toLowerCase();
}
