import { createHash } from 'node:crypto';
import { randomText } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { realmUrl } from '../settings/address.ts';

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

/** The page at which a token is used; every link to it is made here. */
export function invitationLink(services: Pick<Services, 'publicUrl'>, token: string): string {
  return `${realmUrl(services)}/join/${token}`;
}
