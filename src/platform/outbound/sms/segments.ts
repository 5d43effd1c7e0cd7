// 3GPP TS 23.038: the default alphabet, and the characters that take an escape before them.
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENDED = '\f^{}\\[~]|€';
const basic = new Set(BASIC);
const extended = new Set(EXTENDED);

/**
 * Parts that a text goes out in and is paid by: of 160 characters of the default alphabet (153 of several parts), or of
 * 70 UTF-16 units (67) when one character is not of it (3GPP TS 23.038, 23.040).
 */
export function countSegments(text: string): number {
  const characters = [...text];
  if (characters.every((character) => basic.has(character) || extended.has(character))) {
    return partsOf(
      characters.map((character) => (extended.has(character) ? 2 : 1)),
      160,
      153,
    );
  }
  return partsOf(
    characters.map((character) => character.length),
    70,
    67,
  );
}

/** No character is cut in two, so a part may end one unit early. */
function partsOf(units: readonly number[], single: number, perPart: number): number {
  if (units.reduce((sum, size) => sum + size, 0) <= single) return 1;
  let parts = 1;
  let used = 0;
  for (const size of units) {
    if (used + size > perPart) {
      parts++;
      used = 0;
    }
    used += size;
  }
  return parts;
}
