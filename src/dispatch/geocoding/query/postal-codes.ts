import { countryCode } from './countries.ts';

// The forms of postal codes: a digit is `9`, a letter `A`, an optional space or hyphen `_`; then the countries.
const FORMS: [form: string, countries: string][] = [
  ['999', 'IS FO LS MG TW OM PG GN'],
  [
    '9999',
    `AF AL AM AR AT AU BD BE BG CH CV CX CC CY DK ET GE GL GW HT HU LI LU LV LR MD MK MZ NA NE NF NO NZ PA PH PT PY SI SJ
    SV TN VE ZA HM`,
  ],
  [
    '99999',
    `AX BA BL BT CR CU DE DO DZ EE EG ES FI FR GF GP GT GU HN HR ID IQ IT JO KE KH KR KW LA LK LT MA MC ME MF MH MM MN MP
    MQ MR MV MX MY NC NI NP PE PF PK PM PR RE RS SA SD SM SN TH TR TW UA US UY VA VI WF XK YT ZM AS FM PW`,
  ],
  ['99999-9999', 'US PR VI GU AS MP'],
  ['999_99', 'CZ SE SK GR'],
  ['99-999', 'PL'],
  ['9999-999', 'PT'],
  ['99999-999', 'BR'],
  ['99999999', 'BR'],
  ['999-9999', 'JP CL'],
  ['9999999', 'IL CL JP'],
  ['999999', 'BY CN CO EC IN KG KZ MN NG RO RU SG TJ TM TT TW UZ VN'],
  ['999_999', 'IN RU'],
  ['9999_AA', 'NL'],
  ['A9999AAA', 'AR'],
  ['A9_9AA', 'GB'],
  ['A99_9AA', 'GB'],
  ['AA9_9AA', 'GB GG IM JE GI'],
  ['AA99_9AA', 'GB GG IM JE GI'],
  ['A9A_9AA', 'GB'],
  ['AA9A_9AA', 'GB'],
  ['A9A_9A9', 'CA'],
  ['A99_[A-Z0-9]{4}', 'IE'],
  ['A9W_[A-Z0-9]{4}', 'IE'],
];

const patterns = FORMS.map(([form, countries]) => ({
  pattern: new RegExp(
    `^${form.replaceAll(/\[.*?\]\{4\}|A|9|_/g, (sign) => ({ A: '[A-Z]', 9: '\\d', _: '[ -]?' })[sign] ?? sign)}$`,
  ),
  countries: new Set(countries.split(/\s+/)),
  isDistinctive: form.includes('A') || countries.trim().split(/\s+/).length <= 2,
}));

// Country prefixes of codes in mail from abroad: `D-10115 Berlin`, `LV-1050 Rīga`.
const PREFIXES: Record<string, string> = {
  A: 'AT',
  B: 'BE',
  D: 'DE',
  E: 'ES',
  F: 'FR',
  FIN: 'FI',
  H: 'HU',
  I: 'IT',
  L: 'LU',
  N: 'NO',
  P: 'PT',
  S: 'SE',
  EST: 'EE',
};

// Where the code follows the city: `San Francisco, CA 94107`. Elsewhere it comes first: `75001 Paris`.
const CODE_LAST = new Set(
  'US CA GB AU NZ IE IN SG JP KR CN TW TH PH ZA HK PK BD NG KE CO PE ID VN UA SA LV'.split(' '),
);

/** A postal code in an address. */
export interface PostalCode {
  /** As written, without a country before it. */
  text: string;
  /** Countries whose codes have this form; undefined when no known country's have. */
  countries: ReadonlySet<string> | undefined;
  /** Whether the form is of one country or two, which are then named by it. */
  isDistinctive: boolean;
  /** Whether something follows it in its element, as in `75001 Paris`. */
  isFirst: boolean;
}

// Anything that may be a code; which countries it fits is looked up.
const CANDIDATE =
  /(?<![\p{L}\d-])(?:([A-Z]{1,3})-)?(\d{2}-\d{3}|\d{3}[ -]\d{4}|\d{3} \d{2,3}|\d{4}\s?[A-Z]{2}|\d{3,8}(?:-\d{3,4})?|[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}|[A-Z]\d[A-Z][ -]?\d[A-Z]\d|[A-Z]\d[\dW] ?[A-Z\d]{4}|[A-Z]\d{4}[A-Z]{3})(?![\p{L}\d-])/gu;

/**
 * Takes the postal code out of an address's elements, looking from the end. Of the first element, which begins with the
 * street, only the whole can be a code, unless there is no other element.
 * @param homeCountry where the code follows the city, a number before a name is a house's
 */
export function takePostalCode(elements: string[], homeCountry: string): PostalCode | undefined {
  for (let index = elements.length - 1; index >= 0; index--) {
    const element = elements[index]!;
    for (const match of [...element.matchAll(CANDIDATE)].toReversed()) {
      const before = element.slice(0, match.index).replace(/[\s〒-]+$/, '');
      const behind = element.slice(match.index + match[0].length).trim();
      if (index === 0 && (elements.length > 1 ? before || behind : isHouseNumber(match[2]!, behind, homeCountry)))
        continue;
      const rest = `${before} ${behind}`.trim();
      elements.splice(index, 1, ...(rest ? [rest] : []));
      return describe(match[2]!, match[1], behind !== '');
    }
  }
  return undefined;
}

/** `1200 Broadway`, but not `75001 Paris`, nor `1010 Wien` in Austria. */
const isHouseNumber = (code: string, behind: string, homeCountry: string) =>
  behind !== '' && (/^\d{3}$/.test(code) || (/^\d{4}$/.test(code) && CODE_LAST.has(homeCountry)));

/** Takes a code that the first element begins with, `75001 Paris`, where it may as well be a house's number. */
export function takeLeadingCode(elements: string[]): PostalCode | undefined {
  const [, code, behind] = /^(\d{4,6})\s+(\p{L}.*)$/u.exec(elements[0] ?? '') ?? [];
  if (!code || !behind) return undefined;
  elements[0] = behind;
  return describe(code, undefined, true);
}

function describe(code: string, prefix: string | undefined, isFirst: boolean): PostalCode {
  const named = prefix ? (PREFIXES[prefix] ?? (prefix.length === 2 ? countryCode(prefix) : undefined)) : undefined;
  if (named) return { text: code, countries: new Set([named]), isDistinctive: true, isFirst };
  const fitting = patterns.filter(({ pattern }) => pattern.test(code));
  const countries = new Set(fitting.flatMap((one) => [...one.countries]));
  return {
    text: code,
    countries: countries.size > 0 ? countries : undefined,
    isDistinctive: fitting.length > 0 && fitting.every((one) => one.isDistinctive),
    isFirst,
  };
}

/** A code that came by itself. */
export const readPostalCode = (text: string): PostalCode => describe(text.trim().toUpperCase(), undefined, false);

/** Whether a code may be one of a country. One of an unknown form may be anybody's. */
export const fitsCountry = (code: PostalCode | undefined, country: string): boolean =>
  !code?.countries || code.countries.has(country);

/** Whether the code stands where a country's addresses do not have it. */
export const isForeignOrder = (code: PostalCode | undefined, country: string): boolean =>
  code?.isFirst === true && CODE_LAST.has(country);

/** A code and what is known of it where only its beginning is: `sw1a2aa`, `sw1a`; `m5h2n2`, `m5h`; `941071234`, `94107`. */
export function postalKeys(code: string): string[] {
  const upper = code.trim().toUpperCase();
  const whole = upper.replaceAll(/[^A-Z0-9]/g, '').toLowerCase();
  const outward = /^([A-Z]{1,2}\d[A-Z\d]?)\s*\d[A-Z]{2}$/.exec(upper)?.[1];
  const area = /^([A-Z]\d[A-Z])[ -]?\d[A-Z]\d$/.exec(upper)?.[1] ?? /^([A-Z]\d[\dW]) ?[A-Z\d]{4}$/.exec(upper)?.[1];
  const digits = /^(\d{4})\s?[A-Z]{2}$/.exec(upper)?.[1] ?? /^(\d{5})-\d{4}$/.exec(upper)?.[1];
  return [whole, outward ?? area ?? digits].flatMap((key) => (key ? [key.toLowerCase()] : []));
}
