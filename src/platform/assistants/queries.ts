import type { Reader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { KeyScope } from './scope.ts';

/** A scope as it is stored; whose it is stands with the key. */
export type KeyScopeRow = Omit<KeyScope, 'personId'>;

export async function insertScope(tx: Tx, scope: KeyScopeRow): Promise<void> {
  await tx.run(sql`
    insert into platform.assistant_keys (organization_id, credential_id, may_write, direct_messages, channel_ids, team_ids)
    values (${tx.organizationId}, ${scope.credentialId}, ${scope.mayWrite}, ${scope.directMessages}, ${scope.channelIds}::int[],
      ${scope.teamIds}::text[])`);
}

/** Returns the scopes of keys. */
export function findScopes(reader: Reader, credentialIds: readonly string[]): Promise<KeyScopeRow[]> {
  return reader.all(sql<KeyScopeRow>`
    select credential_id as "credentialId", may_write as "mayWrite", direct_messages as "directMessages",
      channel_ids as "channelIds", team_ids as "teamIds"
    from platform.assistant_keys
    where organization_id = ${reader.organizationId} and credential_id = any(${credentialIds}::text[])`);
}
