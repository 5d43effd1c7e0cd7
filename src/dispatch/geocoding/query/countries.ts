import { normalize } from './normalize.ts';

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

const ALIASES: Record<string, string> = {
  usa: 'US',
  'united states of america': 'US',
  america: 'US',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  holland: 'NL',
  'czech republic': 'CZ',
  deutschland: 'DE',
  osterreich: 'AT',
  schweiz: 'CH',
  suisse: 'CH',
  espana: 'ES',
  italia: 'IT',
  mexico: 'MX',
  brasil: 'BR',
};

/** The code in use today: `UK` and `DD` are `GB` and `DE`. Undefined for what is no country. */
function currentCode(code: string): string | undefined {
  const current = new Intl.Locale(`und-${code}`).region!;
  return names.of(current) && current !== 'ZZ' ? current : undefined;
}

let codes: Map<string, string> | undefined;

function allCodes(): Map<string, string> {
  if (codes) return codes;
  codes = new Map();
  const letters = Array.from({ length: 26 }, (_, n) => String.fromCharCode(65 + n));
  for (const first of letters) {
    for (const second of letters) {
      const code = currentCode(first + second);
      if (code === first + second) codes.set(normalize(countryName(code)), code);
    }
  }
  for (const [alias, code] of Object.entries(ALIASES)) codes.set(alias, code);
  return codes;
}

/** The ISO 3166-1 code of a country given by its code or a usual name. */
export function countryCode(country: string): string | undefined {
  const text = country.trim();
  if (/^[A-Za-z]{2}$/.test(text)) return currentCode(text.toUpperCase());
  return allCodes().get(normalize(text));
}

/** A country's English name. */
export function countryName(code: string): string {
  return names.of(code) ?? code;
}
