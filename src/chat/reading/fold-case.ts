/** Words as they are compared for stems. */
export const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Letters that carry their stroke or lack their dot, and so are not taken apart by normalization. */
const PLAIN: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', ı: 'i' };

/** A folded text without accents, as `chat.search_bare` has it. */
export function withoutAccents(folded: string): string {
  return folded
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll(/[øłđħŧı]/g, (letter) => PLAIN[letter]!);
}

/** Whether a folded term has no accents and so means every form of its letters (src/chat/messages/README.md). */
export function isBare(folded: string): boolean {
  return withoutAccents(folded) === folded;
}
