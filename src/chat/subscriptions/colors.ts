/** Colors that channels get in a person's list unless they choose one: distinct, in light and dark. */
const palette = [
  '#4c8dd6',
  '#e0703f',
  '#58a55c',
  '#b06cc8',
  '#d8a62a',
  '#3fa7a3',
  '#d4566a',
  '#7d86d8',
  '#93a83c',
  '#c98a5b',
  '#6bb7e0',
  '#a87f9f',
  '#e39bb4',
  '#7fbf8f',
  '#c0b24e',
  '#8d8d9a',
] as const;

/**
 * The color of a channel that nobody chose one for. It is the same for everybody, so that one event is enough
 * for ten thousand new subscribers.
 */
export function defaultColor(channelId: number): string {
  return palette[channelId % palette.length]!;
}

/** `#abc` and `#AABBCC` as clients want them: `#aabbcc`; undefined when it is no color. */
export function normalColor(color: string): string | undefined {
  const lower = color.toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(lower)) return lower;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(lower);
  return short ? `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}` : undefined;
}
