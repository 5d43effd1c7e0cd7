import type { Filled } from '../http/fields.ts';
import type { PageAnswer, PageRequest, View } from '../http/page.ts';
import { signIn } from '../session/sign-in.ts';

/** An invitation that holds, of whichever kind. */
export interface OpenInvitation {
  /** Whether it makes an account that needs a name. */
  asksName: boolean;
  /** Whether it is accepted by a provider alone: a password would open nothing. */
  takesNoPassword?: boolean;
  form(filled: Filled): View;
  /** Makes the account usable, and signs in; or says why not. */
  accept(values: { name: string; email: string; password: string }): Promise<PageAnswer | { problem: string }>;
}

/** Who had an account here already keeps its password, and signs in with that one. */
export async function enterJoined(
  { services, address, browser: label }: PageRequest,
  joined: { organization: string; emailOrPhone: string; password: string },
): Promise<PageAnswer> {
  const result = await signIn(services, { ...joined, label, address });
  if (result.state === 'signed in') return { redirect: '/', setCookie: result.setCookie };
  return { redirect: '/sign-in?said=joined' };
}
