import { createHash } from 'node:crypto';
import type { PlainReader } from '../../platform/db/reader.ts';
import { type EmailChangeRow, loadEmailChange } from './queries.ts';

/** Returns the stored form of a token: reading the table does not allow anybody to confirm an address. */
export function confirmationHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The change that a link's token confirms, while it holds. */
export function accessEmailChange(reader: PlainReader, token: string, now: Date): Promise<EmailChangeRow | undefined> {
  return loadEmailChange(reader, confirmationHash(token), now);
}
