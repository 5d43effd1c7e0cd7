import type { User } from '../../store/wire/chat.ts';

/** The server counts a person's pictures from this on: whoever still has this version never had one. */
const FIRST_VERSION = 1;

/** Address of a person's picture; undefined: whoever never had one is drawn by initials, without a request. */
export function userPicture(user: User | undefined): string | undefined {
  return user && user.avatar_version > FIRST_VERSION
    ? (user.avatar_url ?? `/avatar/${user.user_id}/${user.avatar_version}`)
    : undefined;
}
