import type { User } from '../../store/wire/chat.ts';

/** Address of a person's picture; undefined: whoever has none is drawn by initials, without a request. */
export function userPicture(user: User | undefined): string | undefined {
  return user && user.avatar_version > 0
    ? (user.avatar_url ?? `/avatar/${user.user_id}/${user.avatar_version}`)
    : undefined;
}
