import pg from 'pg';

const TIMESTAMPTZ = 1184 as Parameters<typeof pg.types.getTypeParser>[0];
const parseAny = pg.types.getTypeParser(TIMESTAMPTZ, 'text') as (text: string) => Date;

/** The number that the digits of `text` from `start` make; NaN when there is something else among them. */
function digits(text: string, start: number, count: number): number {
  let number = 0;
  for (let i = start; i < start + count; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

/**
 * A time as PostgreSQL writes it in UTC, `2026-11-21 07:54:04.099+00`, with up to six decimals of the second; those
 * below the millisecond are cut off. Anything else (another zone, infinity, a year before 100 or after 9999) is left to the
 * driver. Two to three times as quick as that, which matters where a request reads hundreds of rows.
 */
export function parseTimestamp(text: string): Date {
  const { length } = text;
  if (length < 22 || length > 29 || !text.endsWith('+00') || text[4] !== '-' || text[10] !== ' ') return parseAny(text);
  const decimals = length - 23;
  const milliseconds = decimals <= 0 ? 0 : digits(text, 20, Math.min(3, decimals)) * 10 ** Math.max(0, 3 - decimals);
  const year = digits(text, 0, 4);
  const date = new Date(
    Date.UTC(
      year,
      digits(text, 5, 2) - 1,
      digits(text, 8, 2),
      digits(text, 11, 2),
      digits(text, 14, 2),
      digits(text, 17, 2),
      milliseconds,
    ),
  );
  // Date.UTC takes the years below 100 for those of the last century.
  return year >= 100 && !Number.isNaN(date.getTime()) ? date : parseAny(text);
}
