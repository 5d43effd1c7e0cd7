/** Returns the header of HTTP Basic for a user name and a password of any characters. */
export function basic(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/** Removes slashes from the end of an address. */
export const withoutSlash = (url: string): string => url.replace(/\/+$/, '');
