/**
 * Address of a user's picture, of their own or drawn of their initials. It is never null: that would have the client ask
 * a foreign service for the picture by a digest of the e-mail address, and nobody here uses that service (spec: chat 2,
 * User.avatar_url: null only when "the user uses the external avatar provider").
 */
export function avatarUrl({ id, avatarVersion }: { id: number; avatarVersion: number }): string {
  return `/avatar/${id}/${avatarVersion}`;
}
