import { type TextsOf, textsIn } from './texts.ts';

/** Sentences of the checks in a reader's language. */
export interface HealthWords {
  texts: TextsOf<'pages/health'>;
  /** Writes a moment. */
  time(moment: Date): string;
}

/** Returns the sentences of the command line: English, with times that programs can read. */
export function commandWords(): HealthWords {
  return { texts: textsIn('pages/health', 'en'), time: (moment) => moment.toISOString() };
}

/** Returns the sentences of a page. @param language a BCP 47 tag */
export function pageWords(language: string): HealthWords {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' });
  return { texts: textsIn('pages/health', language), time: (moment) => format.format(moment) };
}
