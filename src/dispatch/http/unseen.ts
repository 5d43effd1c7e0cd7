import { createHash } from 'node:crypto';
import type { Reader } from '../../platform/db/reader.ts';
import type { DispatchCaller, Sight } from './caller.ts';
import { DispatchError } from './errors.ts';
import type { DispatchInput } from './input.ts';

/** Returns those of the given IDs that are out of a caller's sight. */
export type UnseenAmong = (
  reader: Reader,
  viewer: { organizationId: string; sight: Sight },
  ids: Iterable<string>,
) => Promise<ReadonlySet<string>>;

const ID = /(?<![A-Za-z0-9*~])[A-Za-z0-9*~]{24}(?![A-Za-z0-9*~])/g;
/** Free text that people write and search verbatim (`value` of metadata). It names nothing and stays unchanged. */
const FREE_TEXT: ReadonlySet<string> = new Set([
  ...['metadata', 'value', 'customFields', 'name', 'displayName', 'description'],
  ...['notes', 'failureNotes', 'recipientName', 'recipientNotes', 'text', 'unparsed', 'lines'],
]);

/** A request as its handler gets it, and what turns its answer into one about what was asked. */
export interface SeenInput {
  input: DispatchInput;
  /** An answer's text. */
  restore(text: string): string;
  /** Converts an error thrown by the handler. */
  restoreError(error: unknown): unknown;
}

/**
 * Puts an ID that nothing has in the place of each one that is out of the caller's sight, wherever in the request it
 * stands: so what is out of sight is to every operation what does not exist, and no operation has to think of it.
 */
export async function hideUnseen(
  reader: Reader,
  caller: DispatchCaller | undefined,
  input: DispatchInput,
  unseenAmong: UnseenAmong,
): Promise<SeenInput> {
  const asIs: SeenInput = { input, restore: (text) => text, restoreError: (error) => error };
  if (caller?.kind !== 'key' || caller.sight.teams === null) return asIs;
  const ids = new Set<string>();
  mapTexts(input, (text) => {
    for (const [id] of text.matchAll(ID)) ids.add(id);
    return text;
  });
  const unseen = await unseenAmong(reader, caller, ids);
  if (unseen.size === 0) return asIs;
  const original = new Map([...unseen].map((id) => [absentId(id), id]));
  const hidden = mapTexts(input, (text) => text.replaceAll(ID, (id) => (unseen.has(id) ? absentId(id) : id)));
  const restore = (text: string) => text.replaceAll(ID, (id) => original.get(id) ?? id);
  return { input: hidden, restore, restoreError: (error) => restoredError(error, restore) };
}

/** An ID by which nothing is found: the same for the same, so that a request which is repeated is the same request. */
export function absentId(id: string): string {
  return createHash('sha256').update(`out of sight ${id}`).digest('hex').slice(0, 24);
}

function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, FREE_TEXT.has(name) ? each : mapTexts(each, change)]),
  ) as T;
}

function restoredError(error: unknown, restore: (text: string) => string): unknown {
  if (!(error instanceof DispatchError) || typeof error.shown !== 'string') return error;
  return new DispatchError(error.number, restore(error.shown));
}
