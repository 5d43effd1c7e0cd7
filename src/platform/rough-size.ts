/** Depth to which a value is examined. */
const DEPTH = 4;

/**
 * Bytes that a value takes, roughly: of lists, maps and sets the first element stands for all, so it costs the same
 * however long they are.
 */
export function roughSizeOf(value: unknown, depth = DEPTH): number {
  if (typeof value === 'string') return 24 + value.length;
  if (typeof value !== 'object' || value === null) return 8;
  if (depth === 0) return 64;
  if (Array.isArray(value)) return 32 + value.length * (8 + roughSizeOf(value[0], depth - 1));
  if (value instanceof Map) {
    const [first] = value;
    return 64 + value.size * (40 + (first ? roughSizeOf(first[0], depth - 1) + roughSizeOf(first[1], depth - 1) : 0));
  }
  if (value instanceof Set) {
    const [first] = value;
    return 64 + value.size * (32 + roughSizeOf(first, depth - 1));
  }
  let size = 32;
  for (const part of Object.values(value)) size += 16 + roughSizeOf(part, depth - 1);
  return size;
}
