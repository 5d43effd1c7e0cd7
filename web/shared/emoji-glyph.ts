/**
 * Returns the characters of an emoji's code (`1f6b2`, `0031-20e3`). Older characters are drawn as text unless the
 * variation selector asks for a picture.
 */
export function emojiGlyph(code: string): string {
  const points = code.split('-').map((part) => Number.parseInt(part, 16));
  if (points.some((point) => !(point > 0 && point <= 0x10ffff))) return '';
  const [first, ...others] = points as [number, ...number[]];
  const asPicture = first < 0x1f000 && others[0] !== 0xfe0f ? '\ufe0f' : '';
  return String.fromCodePoint(first) + asPicture + String.fromCodePoint(...others);
}
