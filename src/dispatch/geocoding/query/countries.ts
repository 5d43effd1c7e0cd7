import { lazy } from '../../../platform/lazy.ts';
import { normalize } from './normalize.ts';

const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

// Languages in which addresses name countries. Where a name stands for two, the earlier language decides.
const LANGUAGES =
  `en de fr es it pt nl pl cs sk sl hr sr bs mk bg ro hu fi sv nb da is et lv lt el tr ru uk be ca gl eu ga
  cy mt sq hy ka az kk ar he fa ur hi bn ta te th vi id ms fil ja ko zh-Hans zh-Hant sw af lb rm`.split(/\s+/);

// Names that CLDR lacks: parts of the United Kingdom, older names, common abbreviations.
const ALIASES: Record<string, string> = {
  'united states of america': 'US',
  america: 'US',
  'etats unis d amerique': 'US',
  'great britain': 'GB',
  britain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  eire: 'IE',
  'republic of ireland': 'IE',
  holland: 'NL',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  'ceska republika': 'CZ',
  'slovak republic': 'SK',
  'republique francaise': 'FR',
  'bundesrepublik deutschland': 'DE',
  brd: 'DE',
  uae: 'AE',
  emirates: 'AE',
  korea: 'KR',
  'republic of korea': 'KR',
  'russian federation': 'RU',
  macedonia: 'MK',
  burma: 'MM',
  'ivory coast': 'CI',
  'cape verde': 'CV',
  swaziland: 'SZ',
  turkey: 'TR',
  'peoples republic of china': 'CN',
  prc: 'CN',
  'hong kong': 'HK',
  'hong kong sar': 'HK',
  macau: 'MO',
  macao: 'MO',
  palestine: 'PS',
  'dominican rep': 'DO',
  rsa: 'ZA',
  'viet nam': 'VN',
};

// CLDR's regions that have no places of their own in the gazetteer: groups of countries, parts of others, made-up ones.
const NO_COUNTRY = new Set('AC CP DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));
// Shorter names are words of everyday language somewhere; those that are usual are left in.
const MIN_NAME = 4;
const SHORT_NAMES = new Set(['usa', 'eua', 'uae', 'oman', 'сша', 'ηπα']);

/** The code in use today: `UK` and `DD` are `GB` and `DE`. Undefined for what is no country. */
function currentCode(code: string): string | undefined {
  const current = new Intl.Locale(`und-${code}`).region!;
  return english.of(current) && !NO_COUNTRY.has(current) ? current : undefined;
}

/** Some 10,000 names, made in a quarter of a second when the first address names a country. */
const allNames = lazy(() => {
  const names = new Map(Object.entries(ALIASES));
  const letters = Array.from({ length: 26 }, (_, n) => String.fromCharCode(65 + n));
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  const codes = pairs.filter((code) => currentCode(code) === code);
  for (const language of LANGUAGES) {
    const of = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const code of codes) {
      const name = normalize(of.of(code) ?? '');
      if (name && isLongEnough(name) && !names.has(name)) names.set(name, code);
    }
  }
  return names;
});

/** Latin and Cyrillic words only: a country has two or three signs in Chinese. */
const isLongEnough = (name: string) =>
  name.length >= MIN_NAME || SHORT_NAMES.has(name) || !/^[\p{Script=Latin}\p{Script=Cyrillic} ]+$/u.test(name);

/** The ISO 3166-1 code of a country given by its code or by a usual name in some language. */
export function countryCode(country: string): string | undefined {
  const text = country.trim();
  // `U.S.A.`
  const plain = /^(?:\p{L}\.\s?)+$/u.test(text) ? text.replaceAll(/[.\s]/g, '') : text;
  if (/^[A-Za-z]{2}$/.test(plain)) return currentCode(plain.toUpperCase());
  return allNames().get(normalize(plain).replace(/^the /, ''));
}

/** A country's English name. */
export function countryName(code: string): string {
  return english.of(code) ?? code;
}
