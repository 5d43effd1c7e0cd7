import { foreignText } from '../chat/messages/foreign-text.ts';
import { ArchiveError, type ImportArchive } from './archive/archive.ts';

/** Bytes of one file of JSON. Its objects take several times as much memory. */
const MAX_JSON = 48 * 2 ** 20;

/** An object of the archive; no member has the type that one expects. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is an object, and no list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a list; none of what is no list. */
export const objectsOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** A text that PostgreSQL can keep; empty for what is none. */
export const storableText = (value: unknown): string => foreignText(value).toWellFormed().replaceAll('\0', '');

/** The texts of a list. */
export const storableTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(storableText).filter((text) => text !== '') : [];

/**
 * Reads a file that is a list of objects.
 * @throws {ArchiveError} when it is something else
 */
export async function readList(
  archive: ImportArchive,
  file: string,
  seen: (bytes: Buffer) => void,
): Promise<JsonObject[]> {
  const bytes = await archive.read(file, MAX_JSON);
  seen(bytes);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new ArchiveError(`${file} is not valid JSON.`);
  }
  if (!Array.isArray(value) || !value.every(isObject)) throw new ArchiveError(`${file} must be a list of objects.`);
  return value;
}
