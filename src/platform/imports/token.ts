import { createHash } from 'node:crypto';
import { randomText } from '../ids.ts';

/** 32 characters of 5.95 bits: 190 random bits, so a plain digest is safe. */
const LENGTH = 32;

export function newImportToken(): string {
  return randomText(LENGTH);
}

/** Returns the stored form of a token. */
export function importTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
