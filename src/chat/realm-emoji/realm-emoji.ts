/** An emoji of the organization's own. */
export interface RealmEmoji {
  id: number;
  name: string;
  /** Null: the account is gone. */
  authorId: number | null;
  /** Its picture, in the store. */
  fileId: string;
  /** Whether a still lies beside it. */
  isAnimated: boolean;
  isDeactivated: boolean;
}

/** What the public address of an emoji's picture begins with; then the file, and `.webp`, `.png` or the still. */
export const EMOJI_PICTURES = '/user_avatars/emoji';

/** Where the picture is to be had, without sign-in (client: apps load it as a plain picture). */
export function pictureAddress({ fileId, isAnimated }: Pick<RealmEmoji, 'fileId' | 'isAnimated'>): string {
  return `${EMOJI_PICTURES}/${fileId}.${isAnimated ? 'webp' : 'png'}`;
}

/** Where the still of an animated one is to be had. */
export function stillAddress({ fileId, isAnimated }: Pick<RealmEmoji, 'fileId' | 'isAnimated'>): string | null {
  return isAnimated ? `${EMOJI_PICTURES}/still/${fileId}.png` : null;
}
