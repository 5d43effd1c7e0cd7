/** Pixels of a picture of a person or bot: it is cut to a square. */
export const AVATAR_FORM = { width: 500, height: 500, fit: 'cover' } as const;
