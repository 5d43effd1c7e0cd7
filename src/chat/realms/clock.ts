/**
 * Tells whether people of a country write times with 24 hours, as CLDR has it for the language of most of them.
 * @param country ISO 3166-1 alpha-2
 */
export function hasTwentyFourHours(country: string): boolean {
  const { language } = new Intl.Locale('und', { region: country }).maximize();
  const { hourCycle } = new Intl.DateTimeFormat(`${language}-${country}`, { hour: 'numeric' }).resolvedOptions();
  return hourCycle === 'h23' || hourCycle === 'h24';
}
