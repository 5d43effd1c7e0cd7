import type { PlainTx } from '../../platform/db/tx.ts';
import { hasOrganizations } from '../../platform/organizations/organizations.ts';
import type { Services } from '../../platform/services.ts';
import { doFoundOrganization, type Founded, type Founding } from '../organizations/found-organization.ts';
import { type FirstRunState, firstRunState } from './access.ts';
import { CODE_MINUTES, codeHash, newCode } from './code.ts';
import { deleteCodes, insertCode } from './queries.ts';

/**
 * Makes a code by which the first organization can be made; only its digest is kept.
 * @returns the page's address with the code; undefined when there is an organization already
 */
export async function makeFirstRunAddress({ database, publicUrl }: Services): Promise<string | undefined> {
  // An ordinary start writes nothing.
  if (await hasOrganizations(database.reader)) return undefined;
  return database.transaction(async (tx) => {
    const code = newCode();
    await insertCode(tx, codeHash(code), new Date(tx.now.getTime() + CODE_MINUTES * 60_000));
    return `${publicUrl()}/setup?code=${code}`;
  });
}

/** Makes the first organization. Of two at once, one does, and the other finds it over. */
export async function doFirstRun(
  tx: PlainTx,
  services: Services,
  code: string,
  founding: Founding,
): Promise<Founded | Exclude<FirstRunState, 'open'>> {
  const state = await firstRunState(tx, code, tx.now);
  if (state !== 'open') return state;
  await deleteCodes(tx);
  // Somebody else may have been first while this one waited.
  if (await hasOrganizations(tx)) return 'over';
  return doFoundOrganization(tx, services, founding);
}
