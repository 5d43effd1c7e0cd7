/** Characters of an e-mail address (RFC 5321, 4.5.3.1.3). */
export const MAX_EMAIL = 254;

/**
 * The form of an address, for every door: no name in quotes, nothing that a list of addresses or a header would trip over. Whether
 * it is really an address a mail tells. The domain may be one word: a server of one office has such.
 */
export const EMAIL_PATTERN = '^[^\\s@"<>()\\[\\]\\\\,;:]+@[^\\s@"<>()\\[\\]\\\\,;:]+$';

/** Whether a text has the form of an e-mail address. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_EMAIL && new RegExp(EMAIL_PATTERN).test(text);
}

/** An address as it is compared. */
export const emailKeyOf = (email: string): string => email.toLowerCase();
