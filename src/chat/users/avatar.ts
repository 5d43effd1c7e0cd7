import { createHash } from 'node:crypto';
import { dummyEmail, type EmailReader, mayViewEmail } from './email.ts';

interface Pictured {
  id: number;
  email: string;
  emailVisibility: number;
  isBot: boolean;
  avatarVersion: number;
}

/**
 * Address of a user's picture; null when the client computes it from the e-mail address itself, which takes
 * `client_gravatar` and the right to see that address (spec: chat 2, User.avatar_url).
 */
export function avatarUrl(reader: EmailReader, user: Pictured, clientGravatar: boolean, host: string): string | null {
  const visible = mayViewEmail(reader, user);
  if (clientGravatar && visible) return null;
  // A digest of a hidden address would let anybody test guesses of it.
  const email = visible ? user.email : dummyEmail(user.id, host);
  return gravatarUrl(email, user.avatarVersion);
}

/** @param pixels width and height; undefined: the small picture of message lists */
export function gravatarUrl(email: string, version: number, pixels?: number): string {
  const digest = createHash('md5').update(email.toLowerCase()).digest('hex');
  const size = pixels === undefined ? '' : `&s=${pixels}`;
  return `https://secure.gravatar.com/avatar/${digest}?d=identicon&version=${version}${size}`;
}
