import type { Reader } from '../../platform/db/reader.ts';
import { invalidValue } from '../http/errors.ts';
import { hasFewer } from './queries.ts';

/** Maximum number of each kind in an organization: their lists have no pages and must be bounded. */
export const MAX = { administrators: 10_000, hubs: 10_000, teams: 10_000, workers: 100_000 } as const;

/** @throws {DispatchError} 1000 when the organization would have more than it may have. @param added number of new ones */
export async function checkQuota(reader: Reader, kind: keyof typeof MAX, added = 1): Promise<void> {
  if (added > MAX[kind] || !(await hasFewer(reader, kind, MAX[kind] - added + 1))) throw tooMany(kind);
}

/** @throws {DispatchError} 1000 for more than an organization may have */
export function checkCount(kind: keyof typeof MAX, count: number): void {
  if (count > MAX[kind]) throw tooMany(kind);
}

const tooMany = (kind: keyof typeof MAX) => invalidValue(`An organization can have at most ${MAX[kind]} ${kind}.`);

/** Whether the organization has none of a kind. */
export function hasNone(reader: Reader, kind: keyof typeof MAX): Promise<boolean> {
  return hasFewer(reader, kind, 1);
}
