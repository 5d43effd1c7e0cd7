import { createCredential } from '../credentials/credentials.ts';
import type { Tx } from '../db/tx.ts';
import { insertScope } from './queries.ts';
import type { KeyScope } from './scope.ts';

/** Makes a person's key for an assistant. The key itself is seen here only. */
export async function doMakeAssistantKey(
  tx: Tx,
  { label, personId, ...scope }: Omit<KeyScope, 'credentialId'> & { label: string },
): Promise<{ id: string; key: string }> {
  const { organizationId } = tx;
  const made = await createCredential(tx, { organizationId, kind: 'assistant', subject: personId, label });
  await insertScope(tx, { ...scope, credentialId: made.id });
  return made;
}
