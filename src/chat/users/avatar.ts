import { type EmailReader, mayViewEmail } from './email.ts';

interface Pictured {
  id: number;
  emailVisibility: number;
  isBot: boolean;
  avatarVersion: number;
  /** Whether they have a picture of their own; undefined in what older versions logged. */
  hasAvatar?: boolean;
}

/**
 * Address of a user's picture as a reader gets it; null when the client computes one from the e-mail address itself: it
 * says so by `client_gravatar`, the reader may see that address, and the user has no picture of their own
 * (spec: chat 2, User.avatar_url).
 */
export function avatarUrl(reader: EmailReader, user: Pictured, clientGravatar: boolean): string | null {
  return clientGravatar && !user.hasAvatar && mayViewEmail(reader, user) ? null : ownAvatarUrl(user);
}

/** Address of a user's picture on this server, uploaded or drawn of their initials. */
export function ownAvatarUrl({ id, avatarVersion }: Pick<Pictured, 'id' | 'avatarVersion'>): string {
  return `/avatar/${id}/${avatarVersion}`;
}

/** A user's picture as `realm_user` update events tell of it. */
export function avatarChange(user: Pick<Pictured, 'id' | 'avatarVersion' | 'hasAvatar'>) {
  const avatar_url = ownAvatarUrl(user);
  return {
    // client: 'U' is uploaded, 'G' anything else.
    avatar_source: user.hasAvatar ? 'U' : 'G',
    avatar_url,
    avatar_url_medium: `${avatar_url}/medium`,
    avatar_version: user.avatarVersion,
  };
}
