import { locale } from '../../shared/texts/index.ts';

const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });

/** A time with its day, to the second. */
export const momentText = (at: number): string => moment.format(at);
