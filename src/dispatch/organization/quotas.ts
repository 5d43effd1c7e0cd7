import type { Reader } from '../../platform/db/reader.ts';
import { invalidValue } from '../http/errors.ts';
import { hasFewer } from './queries.ts';

/** How many of a kind an organization has at most: their lists are given without paging, so they must have an end. */
export const MAX = { administrators: 10_000, hubs: 10_000, teams: 10_000, workers: 100_000 } as const;

/** @throws {DispatchError} 1000 when the organization has as many as it may have */
export async function checkQuota(reader: Reader, organizationId: string, kind: keyof typeof MAX): Promise<void> {
  if (!(await hasFewer(reader, organizationId, kind, MAX[kind])))
    throw invalidValue(`An organization has at most ${MAX[kind]} ${kind}.`);
}

/** Whether the organization has none of a kind. */
export function hasNone(reader: Reader, organizationId: string, kind: keyof typeof MAX): Promise<boolean> {
  return hasFewer(reader, organizationId, kind, 1);
}
