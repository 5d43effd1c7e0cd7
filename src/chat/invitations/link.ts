import { createHash } from 'node:crypto';
import { randomText } from '../../platform/ids.ts';

/** 32 characters of 5.95 bits: 190 random bits. */
const TOKEN_LENGTH = 32;

/** A token that lets its holder join. */
export function newToken(): string {
  return randomText(TOKEN_LENGTH);
}

/** Tokens are random and long, so a plain digest is safe. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The page at which a token is used; every link to it is made here. @param url the organization's own */
export function invitationLink(url: string, token: string): string {
  return `${url}/join/${token}`;
}
