/** Characters of an e-mail address (RFC 5321, 4.5.3.1.3). */
export const MAX_EMAIL = 254;

/** Whether a text has the form of an e-mail address. */
export function isEmailAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && text.length <= MAX_EMAIL;
}
