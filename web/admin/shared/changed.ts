/** What is other than it was shown: nothing else is sent, so what somebody else changed meanwhile stays theirs. */
export function changedOf<T extends object>(shown: T, given: T): Partial<T> {
  const changed = Object.entries(given).filter(([name, value]) => shown[name as keyof T] !== value);
  return Object.fromEntries(changed) as Partial<T>;
}
