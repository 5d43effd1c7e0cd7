/** PostgreSQL's segments of its log, in bytes: what `initdb` makes them unless it is told otherwise. */
export const SEGMENT_BYTES = 16n * 2n ** 20n;

/** A place in PostgreSQL's log, as it writes it: two hexadecimal numbers. */
export function formatLsn(lsn: bigint): string {
  return `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffff_ffffn).toString(16).toUpperCase()}`;
}

export function parseLsn(text: string): bigint {
  const [high, low] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** The file that holds a place of the log, as PostgreSQL calls it. */
export function segmentName(timeline: number, lsn: bigint): string {
  const segment = lsn / SEGMENT_BYTES;
  const perHigh = 2n ** 32n / SEGMENT_BYTES;
  const hex = (n: bigint) => n.toString(16).toUpperCase().padStart(8, '0');
  return hex(BigInt(timeline)) + hex(segment / perHigh) + hex(segment % perHigh);
}
