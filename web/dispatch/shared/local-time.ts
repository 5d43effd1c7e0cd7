/** A time as the field of it wants it: where the reader is, without a zone. */
export function localTime(at: number | null | undefined): string {
  if (at === null || at === undefined) return '';
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
