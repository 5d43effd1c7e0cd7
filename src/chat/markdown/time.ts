const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?)?\s?(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * The instant that `<time:…>` names, as ISO 8601 in UTC to the second (client: the mobile app refuses any other
 * form), or undefined. Without an offset the time is UTC.
 */
export function parseGlobalTime(text: string): string | undefined {
  if (/^\d{1,12}$/.test(text)) return format(Number(text) * 1000);
  const match = ISO.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone = 'Z'] = match;
  const offset = /^z$/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const dayOnly = new Date(`${year}-${month}-${day}T00:00:00Z`);
  // Date takes the 31st of a short month for the 1st or 2nd of the next.
  if (Number.isNaN(dayOnly.getTime()) || dayOnly.getUTCDate() !== Number(day)) return undefined;
  return format(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`));
}

function format(milliseconds: number): string | undefined {
  // Beyond the year 9999 the ISO form changes its shape.
  if (Number.isNaN(milliseconds) || milliseconds >= 253_402_300_800_000) return undefined;
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
