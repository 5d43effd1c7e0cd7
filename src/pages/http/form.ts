import { isStorable } from '../../platform/http/text.ts';

/** A field of a form: how long it may be, and how it is read. Whatever the page does not declare is not read. */
export interface Field {
  /** Characters. */
  max: number;
  kind: 'line' | 'lines' | 'verbatim' | 'file';
}

export type Fields = Readonly<Record<string, Field>>;
/** Every declared field; empty where nothing came. */
export type FormValues<F extends Fields = Fields> = { readonly [Name in keyof F]: string };

/** One line, trimmed. */
export const line = (max: number): Field => ({ max, kind: 'line' });
/** Several lines, trimmed as a whole. */
export const lines = (max: number): Field => ({ max, kind: 'lines' });
/** As it came: passwords may begin and end with spaces. */
export const verbatim = (max: number): Field => ({ max, kind: 'verbatim' });

/** A text that comes as a file; its form says `multipart/form-data`. */
export const textFile = (max: number): Field => ({ max, kind: 'file' });

/** A form that no browser would have sent: the fields bound what can be typed in. */
export class UnreadableForm extends Error {
  readonly statusCode = 400;
}

/** Bytes for a character in percent-encoding: UTF-16 units of three bytes each. */
const ENCODED = 9;

/** The largest body of a form with these fields. */
export function bodyLimitOf(fields: Fields): number {
  return 2048 + Object.values(fields).reduce((sum, { max }) => sum + ENCODED * max, 0);
}

/** Whether a form takes a file. */
export const hasFile = (fields: Fields): boolean => Object.values(fields).some(({ kind }) => kind === 'file');

/** @throws {UnreadableForm} */
export function readFormFields<F extends Fields>(fields: F, given: ReadonlyMap<string, string>): FormValues<F> {
  const entries = Object.entries(fields).map(([name, field]) => [name, readField(given.get(name) ?? '', field)]);
  return Object.fromEntries(entries) as FormValues<F>;
}

function readField(given: string, { max, kind }: Field): string {
  // Browsers send line ends as CR LF, whatever was typed (HTML, 4.10.21.4), and count them as one.
  const value = kind === 'verbatim' ? given : given.replaceAll('\r\n', '\n').trim();
  if (value.length > max || !isStorable(value)) throw new UnreadableForm('a field is too long or not text');
  return kind === 'line' ? value.replaceAll(/\s+/g, ' ') : value;
}
