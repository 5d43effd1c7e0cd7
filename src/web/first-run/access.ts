import type { Reader } from '../../platform/db/reader.ts';
import { hasOrganizations } from '../../platform/organizations/organizations.ts';
import { codeHash } from './code.ts';
import { isCode } from './queries.ts';

/** What the first run is open for: everybody with a code, until there is an organization. */
export type FirstRunState = 'open' | 'wrong code' | 'over';

export async function firstRunState(reader: Reader, code: string, now: Date): Promise<FirstRunState> {
  if (await hasOrganizations(reader)) return 'over';
  return (await isCode(reader, codeHash(code), now)) ? 'open' : 'wrong code';
}
