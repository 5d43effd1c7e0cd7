/** Folds a text so that two that differ in case or form alone are one: as `chat.search_fold` has it. */
export function foldCase(text: string): string {
  // JavaScript folds this one letter to two, PostgreSQL to one.
  return text.replaceAll(/\s/g, ' ').normalize('NFKC').replaceAll('İ', 'i').toLowerCase();
}
