import type { PlainReader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { PlainTx } from '../../platform/db/tx.ts';

export async function insertCode(tx: PlainTx, hash: Buffer, expiresAt: Date): Promise<void> {
  await tx.run(sql`delete from platform.first_run_codes where expires_at <= ${tx.now}`);
  await tx.run(sql`insert into platform.first_run_codes (hash, expires_at) values (${hash}, ${expiresAt})`);
}

export async function isCode(reader: PlainReader, hash: Buffer, now: Date): Promise<boolean> {
  const row = await reader.first(sql`
    select from platform.first_run_codes where hash = ${hash} and expires_at > ${now}`);
  return row !== undefined;
}

/** Uses up all codes. Whoever does the same meanwhile waits for the commit. */
export async function deleteCodes(tx: PlainTx): Promise<void> {
  await tx.run(sql`lock table platform.first_run_codes in exclusive mode`);
  await tx.run(sql`delete from platform.first_run_codes`);
}
