import { locale } from '../../shared/texts/index.ts';

const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });

/** A date and a time of day, in the reader's own zone. */
export const momentText = (at: number): string => format.format(new Date(at));

export const dayText = (at: number): string => dayFormat.format(new Date(at));
