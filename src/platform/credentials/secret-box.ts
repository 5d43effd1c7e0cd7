import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { chmod, link, readFile, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UnusableDataFolder } from '../data-folder.ts';

/** Seals secrets that must be read back, with AES-256-GCM: 12 bytes nonce, 16 bytes tag, ciphertext. */
export class SecretBox {
  readonly #key: Buffer;

  /** @param key 32 bytes */
  constructor(key: Buffer) {
    if (key.length !== 32) throw new Error('the sealing key must have 32 bytes');
    this.#key = key;
  }

  /** Gives other bytes each time, also for the same text. */
  seal(text: string): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /**
   * Signs a text with a key of its own for each purpose (HKDF and HMAC, SHA-256): a signature says that we gave it out.
   * @returns 43 characters, URL-safe
   */
  sign(purpose: string, text: string): string {
    const key = Buffer.from(hkdfSync('sha256', this.#key, '', `hubbub sign ${purpose}`, 32));
    return createHmac('sha256', key).update(text).digest('base64url');
  }

  /** @throws when it was sealed under another key or was changed */
  open(sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
  }
}

/**
 * The sealing key: from the configuration, or from the file `secret.key` in the data directory, which is made at
 * the first start. It lies outside the database, so a database dump alone opens no secret.
 * @throws {UnusableDataFolder}
 */
export async function loadSecretBox(options: { secretKey: string | undefined; dataDir: string }): Promise<SecretBox> {
  if (options.secretKey) return new SecretBox(Buffer.from(options.secretKey, 'hex'));
  const file = path.join(options.dataDir, 'secret.key');
  const existing = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new UnusableDataFolder(`The key file ${file} cannot be read`, { cause: error });
  });
  if (existing === undefined) {
    // Written aside and linked into place: a crash leaves no half key, and of two processes one wins.
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
    await chmod(draft, 0o600);
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await unlink(draft);
  }
  const text = (existing ?? (await readFile(file, 'utf8'))).trim();
  if (!/^[0-9a-f]{64}$/i.test(text)) {
    throw new UnusableDataFolder(
      `The key file ${file} does not hold 64 hexadecimal digits. Put back the one that was there: without it, the sealed secrets cannot be read.`,
    );
  }
  return new SecretBox(Buffer.from(text, 'hex'));
}
