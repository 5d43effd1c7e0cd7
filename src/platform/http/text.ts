import { unstorableIn } from '../../../rules/unstorable.ts';

/** Whether PostgreSQL can keep a text. */
export function isStorable(text: string): boolean {
  return unstorableIn(text) === undefined;
}

/** As {@link unstorableIn}, of the first such text of a JSON value, keys included. */
export function unstorableInJson(value: unknown): string | undefined {
  if (typeof value === 'string') return unstorableIn(value);
  if (typeof value !== 'object' || value === null) return undefined;
  const parts = Array.isArray(value) ? value : Object.entries(value).flat();
  for (const part of parts) {
    const found = unstorableInJson(part);
    if (found) return found;
  }
  return undefined;
}

/** Whether every string of a JSON value, keys included, is storable. */
export function isStorableJson(value: unknown): boolean {
  return unstorableInJson(value) === undefined;
}

/** An encoded form or query that is not UTF-8 or not percent-encoded rightly. */
export class FormEncodingError extends Error {}

/**
 * Decodes `application/x-www-form-urlencoded` text (WHATWG URL, section 5.1, but strict: wrong percent codes and
 * invalid UTF-8 are errors). Of a name that comes twice the last value counts.
 */
export function decodeForm(encoded: string): Map<string, string> {
  const form = new Map<string, string>();
  for (const pair of encoded.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = equals < 0 ? pair : pair.slice(0, equals);
    form.set(decodePart(name), equals < 0 ? '' : decodePart(pair.slice(equals + 1)));
  }
  return form;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    throw new FormEncodingError('The parameters are not valid UTF-8 in percent-encoding');
  }
}
