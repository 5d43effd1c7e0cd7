import { foreignText } from '../../chat/messages/foreign-text.ts';
import { ArchiveError, type ImportArchive } from '../archive/archive.ts';

/** Bytes of one file of JSON. Its objects take several times as much memory. */
const MAX_JSON = 48 * 2 ** 20;

/** An object of the archive; no member has the type that one expects. */
export type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject =>
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

/** Whether a value has the form of Slack's IDs; longer ones do not fit into an index. */
export const isId = (value: unknown): value is string => typeof value === 'string' && /^[A-Z0-9]{1,40}$/.test(value);

/** @throws {ArchiveError} when an object of a file lacks its ID, or has one that another has */
export function checkIds(file: string, parts: readonly JsonObject[]): void {
  const ids = new Set<string>();
  for (const { id } of parts) {
    if (!isId(id)) throw new ArchiveError(`${file} has an entry without a valid id.`);
    if (ids.has(id)) throw new ArchiveError(`${file} has ${id} twice.`);
    ids.add(id);
  }
}

/**
 * Notes the lists that IDs stand in.
 * @param lists files of the IDs that other lists have
 * @throws {ArchiveError} when another list has one of them
 */
export function checkDistinct(file: string, parts: readonly JsonObject[], lists: Map<string, string>): void {
  for (const { id } of parts) {
    const other = lists.get(id as string);
    if (other !== undefined) throw new ArchiveError(`${other} and ${file} both have ${id}.`);
    lists.set(id as string, file);
  }
}
