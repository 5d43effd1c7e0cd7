import { createHash } from 'node:crypto';
import type { Reader } from '../../platform/db/reader.ts';
import { type EmailChangeRow, loadEmailChange } from './queries.ts';

/** How a token is kept: whoever reads the table confirms nothing by it. */
export function confirmationHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The change that a link's token confirms, while it holds. */
export function accessEmailChange(reader: Reader, token: string, now: Date): Promise<EmailChangeRow | undefined> {
  return loadEmailChange(reader, confirmationHash(token), now);
}
