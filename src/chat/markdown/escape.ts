const SPECIAL = /[&<>"]/g;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** For text and for attribute values, which are always written in double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(SPECIAL, (ch) => ENTITIES[ch]!);
}
