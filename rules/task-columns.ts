import { wordsOf } from './words-of.ts';

/** Possible meanings of a file's column. */
export const plainMeanings = [
  ...(['name', 'phone', 'recipientNotes'] as const),
  ...(['address', 'street', 'number', 'apartment', 'postalCode', 'city', 'region', 'country'] as const),
  ...(['position', 'latitude', 'longitude', 'placeNotes'] as const),
  ...(['completeAfter', 'completeBefore', 'worker', 'team'] as const),
  ...(['notes', 'quantity', 'serviceTime', 'pickup', 'order'] as const),
] as const;
type PlainMeaning = (typeof plainMeanings)[number];
/** One of these, or a custom field by its key. */
export type Meaning = PlainMeaning | `field:${string}`;

/** Headings as people write them, English and German, and as our own files have them; without case, accents and signs. */
const headings: Record<PlainMeaning, string> = {
  name: 'name|recipient|recipient name|customer|customer name|contact|empfanger|empfangerin|kunde|kundin|name des empfangers',
  phone: 'phone|phone number|recipient phone|telephone|tel|mobile|cell|telefon|telefonnummer|handy|mobil',
  recipientNotes: 'recipient notes|notes on the recipient|hinweise zum empfanger',
  address: 'address|full address|destination|destination address|adresse|anschrift|ziel',
  street: 'street|street name|strasse|straße|address line 1|address1',
  number: 'number|street number|house number|nummer|hausnummer|nr',
  apartment: 'apartment|apt|unit|floor|apartment floor|address line 2|address2|wohnung|stock|wohnung stock',
  postalCode: 'postal code|postcode|zip|zip code|plz|postleitzahl',
  city: 'city|town|ort|stadt',
  region: 'region|province|state province|bundesland|kanton',
  country: 'country|land',
  position: 'position|location|coordinates|lat lon|lat lng|standort|koordinaten',
  latitude: 'latitude|lat|breite|breitengrad',
  longitude: 'longitude|lon|lng|long|lange|langengrad',
  placeNotes: 'notes on the place|destination notes|address notes|hinweise zum ort',
  completeAfter: 'complete after|not before|after|earliest|from|start|nicht vor|fruhestens|ab|von',
  completeBefore: 'complete before|not after|before|latest|until|by|deadline|nicht nach|spatestens|bis',
  worker: 'worker|driver|courier|assigned to|fahrer|fahrerin|kurier',
  team: 'team',
  notes: 'notes|task notes|task details|comment|comments|instructions|hinweise|notiz|notizen|bemerkung',
  quantity: 'quantity|qty|amount|menge|anzahl',
  serviceTime: 'service time|minutes on site|minuten am ort|haltezeit',
  pickup: 'pickup|pickup task|is pickup|abholung',
  order: 'order|order id|order number|order short id|bestellung|bestellnummer|auftragsnummer',
};

const meaningOf = byHeading(headings);

/** The meaning that columns with a plain heading usually have in a list of orders. */
export const usualMeaning = (heading: string): PlainMeaning | undefined => meaningOf.get(heading);

/** Meanings by the plain headings that columns with them usually have. */
export function byHeading<M extends string>(usual: Readonly<Record<M, string>>): ReadonlyMap<string, M> {
  const entries = Object.entries(usual) as [M, string][];
  return new Map(entries.flatMap(([meaning, text]) => text.split('|').map((heading) => [heading, meaning] as const)));
}

/** A heading as it is compared and remembered. */
export function plainHeading(heading: string): string {
  return wordsOf(heading).join(' ');
}

/** Under what the meanings of columns are remembered: of equal headings, each under its own. */
export function headingKeys(columns: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return columns.map((column) => {
    const heading = plainHeading(column);
    const count = (counts.get(heading) ?? 0) + 1;
    counts.set(heading, count);
    // No plain heading has this sign.
    return count === 1 ? heading : `${heading}#${count}`;
  });
}

/**
 * Guesses the meanings of columns from their headings: an earlier choice for such a heading, else a usual name, else a
 * custom field's. No two are the same. Empty ones are left out.
 */
export function guessMeanings(
  columns: readonly string[],
  remembered: Readonly<Record<string, string>>,
  fields: readonly { key: string; name: string }[],
): (Meaning | '')[] {
  const byField = new Map<string, Meaning>(
    fields.flatMap(({ key, name }) => [key, name].map((each) => [plainHeading(each), `field:${key}`] as const)),
  );
  const known = new Set<Meaning>([...plainMeanings, ...fields.map(({ key }): Meaning => `field:${key}`)]);
  return guessColumns(columns, remembered, known, (heading) => meaningOf.get(heading) ?? byField.get(heading));
}

/**
 * Guesses the meanings of columns. No two are the same; empty ones are left out.
 * @param remembered earlier choices, by the keys of headings
 * @param usual the meaning that a plain heading usually has
 */
export function guessColumns<M extends string>(
  columns: readonly string[],
  remembered: Readonly<Record<string, string>>,
  known: ReadonlySet<M>,
  usual: (heading: string) => M | undefined,
): (M | '')[] {
  const taken = new Set<string>();
  const keys = headingKeys(columns);
  return columns.map((column, at) => {
    const key = keys[at]!;
    const before = Object.hasOwn(remembered, key) ? remembered[key]! : undefined;
    if (before === '') return '';
    const found = before && known.has(before as M) ? (before as M) : usual(plainHeading(column));
    if (!found || taken.has(found)) return '';
    taken.add(found);
    return found;
  });
}
