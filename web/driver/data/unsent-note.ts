const NAME = 'hubbub driver unsent';

/**
 * Notes how many actions of a worker are kept on this phone and not sent. What they are is sealed with the worker's key, which is
 * forgotten with the session: the sign-in page has the number alone.
 */
export function noteUnsent(workerId: string, count: number): void {
  const { [workerId]: _before, ...others } = read();
  const noted = count > 0 ? { ...others, [workerId]: count } : others;
  try {
    if (Object.keys(noted).length > 0) localStorage.setItem(NAME, JSON.stringify(noted));
    else localStorage.removeItem(NAME);
  } catch {} // Where nothing can be stored, the page says less.
}

/** Returns the number of unsent actions of the phone's worker. */
export function notedUnsent(): number {
  return Object.values(read()).reduce((sum, count) => sum + (Number(count) || 0), 0);
}

function read(): Record<string, number> {
  try {
    return (JSON.parse(localStorage.getItem(NAME) ?? '{}') as Record<string, number> | null) ?? {};
  } catch {
    return {};
  }
}
