/** Colours on which white letters are read well; twelve hues. */
const HUES = 12;

/** A picture for who has none: the initials, on a colour that stays the same. */
export function drawInitials(name: string, id: number): string {
  const hue = (id * 5 * (360 / HUES)) % 360;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100">',
    `<rect width="100" height="100" fill="hsl(${hue},45%,40%)"/>`,
    '<text x="50" y="50" dy=".35em" text-anchor="middle" font-family="sans-serif" font-size="42" fill="#fff">',
    `${escapeXml(initialsOf(name))}</text></svg>`,
  ].join('');
}

/** The first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => /[\p{L}\p{N}]/u.exec(word ?? '')?.[0] ?? '',
  );
  return letters.join('').toUpperCase() || '?';
}

function escapeXml(text: string): string {
  return text.replaceAll(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
