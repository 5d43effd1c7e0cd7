import { locale } from '../../shared/texts/index.ts';

const dayName = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Name of a day for people: weekday, day and month. */
export const nameOfDay = (date: string): string => dayName.format(Date.parse(date));
