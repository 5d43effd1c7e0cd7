import type { PlainTx } from '../db/tx.ts';
import type { PersonTokenRow } from './token-queries.ts';
import { doEndPersonTokens, doMakePersonToken } from './tokens.ts';

/** The page at which an invitation is accepted, of whichever kind. */
export const joinLink = (publicUrl: string, token: string): string => `${publicUrl}/join/${token}`;

/** Makes the token of an invitation; one that went out before opens nothing any more. */
export async function doRenewJoinToken(
  tx: PlainTx,
  given: Pick<PersonTokenRow, 'organizationId' | 'personId' | 'address'>,
): Promise<string> {
  const key = { ...given, purpose: 'join' } as const;
  await doEndPersonTokens(tx, key);
  return (await doMakePersonToken(tx, key))!;
}
