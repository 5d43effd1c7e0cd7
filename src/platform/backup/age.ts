/** Encryption of backups in the format of age (age-encryption.org): any program of it opens them. */

import { readFile } from 'node:fs/promises';
import { ReadableStream as WebStream } from 'node:stream/web';
import { BackupError } from './backup-form.ts';

/** First bytes of an age file. */
export const AGE_MAGIC = 'age-encryption.org/';

// The library is loaded at the first use: most commands have none.

/** @throws {BackupError} for what is no recipient */
export async function* encryptFor(
  recipients: readonly string[],
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch (error) {
      throw new BackupError(`${recipient} in BACKUP_RECIPIENTS is not an age public key: ${(error as Error).message}.`);
    }
  }
  yield* await encrypter.encrypt(streamOf(content));
}

/** @throws {BackupError} when none of the identities opens it */
export async function* decryptWith(
  identities: readonly string[],
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  yield* await decrypter.decrypt(streamOf(content)).catch((error: Error) => {
    throw new BackupError(`The given identity does not open the backup: ${error.message}.`);
  });
}

/**
 * Reads the secret keys of a file as `age-keygen` writes it.
 * @throws {BackupError} when there are none
 */
export async function readIdentities(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new BackupError(`${file} cannot be read: ${error.message}.`);
  });
  const identities = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^AGE-SECRET-KEY-[0-9A-Z-]+$/.test(line));
  if (identities.length === 0) throw new BackupError(`${file} contains no age secret key (AGE-SECRET-KEY-…).`);
  return identities;
}

/** Node's type and the library's describe the same stream in other words. */
const streamOf = (content: AsyncIterable<Uint8Array>) =>
  WebStream.from(content) as unknown as ReadableStream<Uint8Array>;
