import { type AskedBarcode, isAskedFor } from '../../../rules/requirements.ts';
import type { Task } from '../wire/dispatch.ts';

/** The codes that a task asks for. */
export function askedBarcodes({ barcodes }: Pick<Task, 'barcodes'>): AskedBarcode[] {
  return (barcodes?.required ?? []).map(({ data, blockCompletion }) => ({
    data: data === undefined ? undefined : codeOf(data),
    blockCompletion,
  }));
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Returns the content of a code, which the API carries as base64 of UTF-8. Data from an earlier version may be the text
 * itself. Decoded by hand, because this folder knows neither browser nor Node.
 */
export function codeOf(data: string): string {
  let escaped = '';
  let bits = 0;
  let held = 0;
  for (const character of data.replace(/=+$/, '')) {
    const value = BASE64.indexOf(character);
    if (value < 0) return data;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    escaped += `%${((bits >> held) & 0xff).toString(16).padStart(2, '0')}`;
  }
  try {
    return decodeURIComponent(escaped);
  } catch {
    return data;
  }
}

/** Returns the codes for one task among those of several tasks that are completed together. */
export function barcodesFor(
  task: Pick<Task, 'barcodes'>,
  together: readonly Pick<Task, 'barcodes'>[],
  codes: readonly string[],
  takesOthers: boolean,
): string[] {
  const asked = askedBarcodes(task);
  const named = new Set(together.flatMap((one) => askedBarcodes(one).map(({ data }) => data)));
  return codes.filter(
    (code) => asked.some(({ data }) => data === code) || (!named.has(code) && (takesOthers || isAskedFor(asked, code))),
  );
}
