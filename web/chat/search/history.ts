import { personalStorageName } from '../data/me.ts';

const nameOfHistory = () => personalStorageName('searches');
const MAX_SEARCHES = 8;

/** Returns this person's searches on this device, the last first. */
export function pastSearches(): readonly string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(nameOfHistory()) ?? '[]');
    return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

export function noteSearch(text: string): void {
  const searches = [text, ...pastSearches().filter((each) => each !== text)].slice(0, MAX_SEARCHES);
  try {
    localStorage.setItem(nameOfHistory(), JSON.stringify(searches));
  } catch {
    // Without storage there is no history.
  }
}

export function forgetSearches(): void {
  localStorage.removeItem(nameOfHistory());
}
