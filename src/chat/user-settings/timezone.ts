import { badRequest } from '../http/errors.ts';

/**
 * An IANA identifier, in the writing that it has there (spec: chat 2, User.timezone).
 * @throws {ChatError} `BAD_REQUEST`
 */
export function checkTimezone(given: string): string {
  // An offset such as +02:00 is known to Intl but names no time zone.
  if (!/^[A-Za-z]/.test(given)) throw badRequest('timezone is not a recognized time zone');
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions();
    return timeZone.toLowerCase() === given.toLowerCase() ? timeZone : given;
  } catch {
    throw badRequest('timezone is not a recognized time zone');
  }
}
