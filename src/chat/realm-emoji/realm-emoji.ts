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

/** Public path of emoji pictures; the file follows, then `.webp`, `.png` or the still. */
export const EMOJI_PICTURES = '/user_avatars/emoji';

/** Returns the address of the picture, available without sign-in (client: apps load it as a plain picture). */
export function pictureAddress({ fileId, isAnimated }: Pick<RealmEmoji, 'fileId' | 'isAnimated'>): string {
  return `${EMOJI_PICTURES}/${fileId}.${isAnimated ? 'webp' : 'png'}`;
}

/** Returns the address of an animated emoji's still. */
export function stillAddress({ fileId, isAnimated }: Pick<RealmEmoji, 'fileId' | 'isAnimated'>): string | null {
  return isAnimated ? `${EMOJI_PICTURES}/still/${fileId}.png` : null;
}

/** client: pictures of emoji are shown as wide as a letter is high; this is enough for the finest screens. */
export const EMOJI_FORM = { width: 64, height: 64, fit: 'inside' } as const;

/** Emoji of one organization, those out of use among them: every client gets all. */
export const MAX_EMOJI = 5000;
