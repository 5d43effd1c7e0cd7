import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { lazy } from '../lazy.ts';

const known = lazy(() => new Set(readFileSync(new URL('known-passwords.txt', import.meta.url), 'utf8').split('\n')));

/**
 * Whether a password, in small letters, is one of those that are known from thefts and tried first (`scripts/known-passwords.mjs`),
 * also with figures and signs before or after it.
 */
export function isKnownPassword(plain: string): boolean {
  return [plain, plain.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')].some((each) =>
    known().has(createHash('sha256').update(each).digest('base64url').slice(0, 8)),
  );
}
