import { ar } from './ar.ts';
import { cs } from './cs.ts';
import { da } from './da.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fi } from './fi.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { sv } from './sv.ts';
import { uk } from './uk.ts';
import type { Counted, TrackingWords } from './words.ts';

/** The languages that recipients are told in, by their tags. */
export const trackingWords = { ar, cs, da, de, en, es, fi, fr, it, nl, pl, pt, sv, uk } as const satisfies Record<
  string,
  TrackingWords
>;

export type TrackingLanguage = keyof typeof trackingWords;
export const TRACKING_LANGUAGES = Object.keys(trackingWords) as TrackingLanguage[];

/** Puts what is known in the place of its words in braces. */
export function fill(text: string, known: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole);
}

/** The text for a number. */
export function counted(texts: Counted, count: number, language: TrackingLanguage): string {
  const text = texts[new Intl.PluralRules(language).select(count)] ?? texts.other;
  return fill(text, { count: new Intl.NumberFormat(language).format(count) });
}
