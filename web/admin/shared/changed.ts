/** Returns the values that differ from those shown: only these are sent, so that other people's changes stay. */
export function changedOf<T extends object>(shown: T, given: T): Partial<T> {
  const changed = Object.entries(given).filter(([name, value]) => shown[name as keyof T] !== value);
  return Object.fromEntries(changed) as Partial<T>;
}
