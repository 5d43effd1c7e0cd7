import { arWords } from './ar.ts';
import { csWords } from './cs.ts';
import { daWords } from './da.ts';
import { deWords } from './de.ts';
import { enWords } from './en.ts';
import { esWords } from './es.ts';
import { fiWords } from './fi.ts';
import { frWords } from './fr.ts';
import { itWords } from './it.ts';
import { nlWords } from './nl.ts';
import { plWords } from './pl.ts';
import { ptWords } from './pt.ts';
import { svWords } from './sv.ts';
import { ukWords } from './uk.ts';
import type { CountedText, TrackingWords } from './words.ts';

/** The languages that recipients are told in, by their tags. */
export const trackingWords = {
  ar: arWords,
  cs: csWords,
  da: daWords,
  de: deWords,
  en: enWords,
  es: esWords,
  fi: fiWords,
  fr: frWords,
  it: itWords,
  nl: nlWords,
  pl: plWords,
  pt: ptWords,
  sv: svWords,
  uk: ukWords,
} as const satisfies Record<string, TrackingWords>;

export type TrackingLanguage = keyof typeof trackingWords;
export const TRACKING_LANGUAGES = Object.keys(trackingWords) as TrackingLanguage[];

/** Puts what is known in the place of its words in braces. */
export function fill(text: string, known: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole);
}

/** The text for a number. */
export function counted(texts: CountedText, count: number, language: TrackingLanguage): string {
  const text = texts[new Intl.PluralRules(language).select(count)] ?? texts.other;
  return fill(text, { count: new Intl.NumberFormat(language).format(count) });
}
