import type { PlainTx } from '../db/tx.ts';
import { lockPerson } from './queries.ts';
import type { PersonTokenRow } from './token-queries.ts';
import { doEndPersonTokens, doMakePersonToken } from './tokens.ts';

/** The page that signs a phone in. Beside the driver's app, whose service worker answers for what lies under it. */
export const signInLink = (publicUrl: string, token: string): string => `${publicUrl}/in/${token}`;

/**
 * Makes the token of a link that signs a person's phone in; one that was shown before opens nothing any more.
 * @returns undefined when the person is gone
 */
export async function doRenewSignInToken(
  tx: PlainTx,
  given: Pick<PersonTokenRow, 'organizationId' | 'personId' | 'address'>,
): Promise<string | undefined> {
  const key = { ...given, purpose: 'sign-in' } as const;
  // Two at once wait for each other here: the later one's holds.
  if (!(await lockPerson(tx, given.organizationId, given.personId))) return undefined;
  await doEndPersonTokens(tx, key);
  return doMakePersonToken(tx, key);
}
