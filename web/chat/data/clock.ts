import { locale } from '../../shared/texts/index.ts';
import { userSettings } from './settings.ts';

/**
 * Returns how hours and minutes are written: from 1 to 12, or from 00 to 23. A midnight of `hour12` is 0:00 or 24:00 in some
 * languages, so the cycle is named.
 */
export const clockFormat = (hasTwentyFour: boolean) =>
  ({
    hour: hasTwentyFour ? '2-digit' : 'numeric',
    minute: '2-digit',
    hourCycle: hasTwentyFour ? 'h23' : 'h12',
  }) as const;

const DAY = { day: 'numeric', month: 'short' } as const;

/** Returns the time of day, with 12 or 24 hours as the person chose. @param timeZone of somebody else; the person's own without it */
export const clockInWords = (at: Date, timeZone?: string): string => inWords(at, timeZone ? { timeZone } : {});

/** Returns the time of day on its day of the week: what is near. */
export const dayAndClockInWords = (at: Date): string => inWords(at, { weekday: 'short', ...DAY });

/** Returns the time of day and its date. */
export const momentInWords = (at: Date): string => inWords(at, { ...DAY, year: 'numeric' });

function inWords(at: Date, options: Intl.DateTimeFormatOptions): string {
  const clock = clockFormat(userSettings().twenty_four_hour_time);
  return new Intl.DateTimeFormat(locale, { ...options, ...clock }).format(at);
}
