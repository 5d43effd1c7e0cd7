/** The pictures that stand for an organization. */
export const realmPictureKinds = ['icon', 'logo', 'night_logo'] as const;
export type RealmPictureKind = (typeof realmPictureKinds)[number];

/** State of each of an organization's pictures: its version, and whether it was uploaded. */
export type RealmPictures = Partial<Record<RealmPictureKind, { version: number; isOwn: boolean }>>;

/**
 * Address of a picture, of the organization's own or drawn of its initials; public, since it is shown before sign-in.
 * @param organizationId or `server`, where there is no organization to speak of
 */
export function realmPictureUrl(organizationId: string, pictures: RealmPictures, kind: RealmPictureKind): string {
  return `/realm_pictures/${organizationId}/${kind}/${pictures[kind]?.version ?? 1}`;
}
