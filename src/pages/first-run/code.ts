import { createHash, randomInt } from 'node:crypto';

/** Without characters that look like another one: it may be read off one screen and typed into another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 20 characters of 4.95 bits: 99 random bits, in groups that can be read out. */
const GROUPS = 5;
const GROUP_LENGTH = 4;

/** Validity of a code. */
export const CODE_MINUTES = 60;

export function newCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** Returns the stored form of a code. Case, spaces and hyphens do not count. */
export function codeHash(code: string): Buffer {
  return createHash('sha256').update(code.toLowerCase().replaceAll(/[\s-]/g, '')).digest();
}
