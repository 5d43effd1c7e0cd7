import { invalidValue } from './errors.ts';

/** The versions of which a thing must have one, so that a request changes it. */
export type ExpectedVersions = readonly number[];

/**
 * Reads `If-Match` (RFC 9110, 13.1.1). Undefined: there is no condition; `*` only asks that the thing is there, which it must be
 * anyway.
 * @throws {DispatchError} 1000 for what is no version in quotes
 */
export function readIfMatch(header: string | undefined): ExpectedVersions | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const versions = header.split(',').map((tag) => /^"(\d{1,15})"$/.exec(tag.trim())?.[1]);
  if (versions.some((version) => version === undefined))
    throw invalidValue('If-Match must be a version in quotes, such as "7".');
  return versions.map(Number);
}
