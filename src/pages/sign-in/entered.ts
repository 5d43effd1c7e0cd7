import { recoveryCodes } from '../account/factor-parts.ts';
import type { PageAnswer, PageRequest } from '../http/page.ts';
import type { SignInResult } from '../session/sign-in.ts';

/**
 * Lets somebody go on who has signed in; who has set up a second factor with it is shown its recovery codes first.
 * @param cookies beside the session's
 */
export function entered(
  { texts }: PageRequest,
  { setCookie, recoveryCodes: codes }: Extract<SignInResult, { state: 'signed in' }>,
  to: string,
  cookies: readonly string[] = [],
): PageAnswer {
  const all = [setCookie, ...cookies];
  if (!codes) return { redirect: to, setCookie: all };
  return { title: texts.secondFactor.onTitle, body: recoveryCodes(texts, codes, to), setCookie: all };
}
