import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { equalsInConstantTime } from './equal.ts';

/** The form of what is sealed now; a form with another cipher would have another number. */
const FORM = 1;
const ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Length of a sealed value's mark: format and key. */
export const MARK_BYTES = 1 + ID_BYTES;

/** A key that seals, or has sealed. */
export interface SealingKey {
  bytes: Buffer;
  /** Form and key by its ID, which follows from it and says nothing of it. */
  mark: Buffer;
}

/** @param bytes 32 */
export function sealingKey(bytes: Buffer): SealingKey {
  if (bytes.length !== 32) throw new Error('a sealing key must have 32 bytes');
  const id = Buffer.from(hkdfSync('sha256', bytes, '', 'hubbub key id', ID_BYTES));
  return { bytes, mark: Buffer.concat([Buffer.of(FORM), id]) };
}

/** The ID of a mark, as operators see it. */
export const idOfMark = (mark: Buffer): string => mark.subarray(1).toString('hex');

/**
 * Seals secrets that must be read back, with AES-256-GCM: the mark, 12 bytes nonce, 16 bytes tag, ciphertext. The mark is authenticated with
 * them. The first of the keys seals and signs; all of them open and know their signatures, so that a key can be changed while processes
 * run (src/platform/credentials/README.md).
 */
export class SecretBox {
  readonly #keys: () => readonly SealingKey[];

  /** @param keys is asked each time: another process may have put a new one first */
  constructor(keys: () => readonly SealingKey[]) {
    this.#keys = keys;
  }

  /** Current keys; the first one seals. */
  get keys(): readonly SealingKey[] {
    return this.#keys();
  }

  get #first(): SealingKey {
    return this.#keys()[0]!;
  }

  /** Gives other bytes each time, also for the same text. */
  seal(text: string): Buffer {
    const { bytes, mark } = this.#first;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(mark);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([mark, nonce, cipher.getAuthTag(), sealed]);
  }

  /** @throws when no key of ours has sealed it, or it was changed */
  open(sealed: Buffer): string {
    const keys = this.#keys();
    for (const { bytes, mark } of keys) {
      const text = mark.equals(sealed.subarray(0, MARK_BYTES)) && decrypt(bytes, sealed.subarray(MARK_BYTES), mark);
      if (typeof text === 'string') return text;
    }
    // A value from before marks were introduced begins with the nonce.
    for (const { bytes } of keys) {
      const text = decrypt(bytes, sealed, undefined);
      if (text !== undefined) return text;
    }
    throw new Error('a sealed value was changed or its key is missing');
  }

  /**
   * Signs a text with a key of its own for each purpose (HKDF and HMAC, SHA-256): a signature says that we gave it out.
   * @returns 43 characters, URL-safe
   */
  sign(purpose: string, text: string): string {
    return signature(this.#first, purpose, text);
  }

  /** Whether a signature is ours, by any of the keys. */
  isSigned(purpose: string, text: string, given: string): boolean {
    return this.#keys().some((key) => equalsInConstantTime(signature(key, purpose, text), given));
  }

  /** Returns the signature by the oldest key: it stays the same until that key is removed. */
  derive(purpose: string, text: string): string {
    return signature(this.#keys().at(-1)!, purpose, text);
  }
}

function signature({ bytes }: SealingKey, purpose: string, text: string): string {
  const key = Buffer.from(hkdfSync('sha256', bytes, '', `hubbub sign ${purpose}`, 32));
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Undefined when it was sealed under another key, with another mark, or was changed. */
function decrypt(key: Buffer, sealed: Buffer, mark: Buffer | undefined): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
    if (mark) decipher.setAAD(mark);
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const rest = sealed.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(rest), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
