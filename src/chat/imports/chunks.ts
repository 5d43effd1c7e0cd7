/** Rows of one statement. */
const CHUNK = 5000;

/** Returns the rows of one statement after the other. */
export function* chunksOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += CHUNK) yield all.slice(from, from + CHUNK);
}
