import { sql } from '../db/sql.ts';
import type { PlainTx } from '../db/tx.ts';
import type { Person } from './person.ts';

type Key = Pick<Person, 'organizationId' | 'id'>;

export interface SecondFactorRow {
  totpSecret: Buffer | null;
  secondFactorAt: Date | null;
  totpStep: number;
  recoveryHashes: Buffer[];
}

/** Nobody else uses a code of the person until the commit. */
export function lockSecondFactor(tx: PlainTx, { organizationId, id }: Key): Promise<SecondFactorRow | undefined> {
  return tx.first(sql<SecondFactorRow>`
    select totp_secret as "totpSecret", second_factor_at as "secondFactorAt", totp_step as "totpStep",
      recovery_hashes as "recoveryHashes"
    from platform.people where organization_id = ${organizationId} and id = ${id} for update`);
}

/** Keeps a secret that is not confirmed yet. */
export async function saveSecret(tx: PlainTx, { organizationId, id }: Key, totpSecret: Buffer): Promise<void> {
  await tx.run(sql`
    update platform.people set totp_secret = ${totpSecret}, totp_step = 0
    where organization_id = ${organizationId} and id = ${id} and second_factor_at is null`);
}

export async function saveConfirmed(
  tx: PlainTx,
  { organizationId, id }: Key,
  { totpSecret, step, recoveryHashes }: { totpSecret: Buffer; step: number; recoveryHashes: readonly Buffer[] },
): Promise<void> {
  await tx.run(sql`
    update platform.people set totp_secret = ${totpSecret}, second_factor_at = ${tx.now}, totp_step = ${step},
      recovery_hashes = ${recoveryHashes}::bytea[]
    where organization_id = ${organizationId} and id = ${id}`);
}

export async function saveStep(tx: PlainTx, { organizationId, id }: Key, step: number): Promise<void> {
  await tx.run(sql`
    update platform.people set totp_step = ${step} where organization_id = ${organizationId} and id = ${id}`);
}

export async function removeRecoveryHash(tx: PlainTx, { organizationId, id }: Key, hash: Buffer): Promise<void> {
  await tx.run(sql`
    update platform.people set recovery_hashes = array_remove(recovery_hashes, ${hash}::bytea)
    where organization_id = ${organizationId} and id = ${id}`);
}

export async function deleteSecondFactor(tx: PlainTx, { organizationId, id }: Key): Promise<void> {
  await tx.run(sql`
    update platform.people set totp_secret = null, second_factor_at = null, totp_step = 0, recovery_hashes = '{}'
    where organization_id = ${organizationId} and id = ${id}`);
}
