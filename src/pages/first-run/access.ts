import type { PlainReader } from '../../platform/db/reader.ts';
import { hasOrganizations } from '../../platform/organizations/organizations.ts';
import { codeHash } from './code.ts';
import { isCode } from './queries.ts';

/** State of the first run: open to everybody with a code until an organization exists. */
export type FirstRunState = 'open' | 'wrong code' | 'over';

/**
 * Says what the first run is open for. The codes go in the commit that brings the first organization, so the code is
 * asked for first: who finds it gone finds the organization too.
 */
export async function firstRunState(reader: PlainReader, code: string, now: Date): Promise<FirstRunState> {
  const isKnown = await isCode(reader, codeHash(code), now);
  if (await hasOrganizations(reader)) return 'over';
  return isKnown ? 'open' : 'wrong code';
}
