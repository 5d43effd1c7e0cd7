import type { Person } from '../../platform/people/person.ts';
import type { Filled } from '../http/fields.ts';
import { type Html, html } from '../http/html.ts';
import type { PageAnswer, PageRequest, View } from '../http/page.ts';
import { providerButtons } from '../openid/buttons.ts';
import { signIn } from '../session/sign-in.ts';
import { challengedForm } from '../sign-in/challenged-form.ts';

/** An invitation that holds, of whichever kind. */
export interface OpenInvitation {
  /** Whether it makes an account that needs a name. */
  asksName: boolean;
  /** Whether it is accepted by a provider alone: a password would open nothing. */
  takesNoPassword: boolean;
  /** Known names of the person and the organization, for the password rule. */
  names: readonly string[];
  form(filled: Filled): View;
  /** Makes the account usable, and signs in; or says why not. */
  accept(values: {
    name: string;
    email: string;
    password: string;
    group: string;
  }): Promise<PageAnswer | { problem: string }>;
  /** Acceptance through a provider; undefined if the invitation went to a phone. */
  byProvider: ProviderAcceptance | undefined;
}

/** Result of an invitation for a person whom a provider knows by a verified address. */
export interface ProviderAcceptance {
  organizationId: string;
  /** Required address; null: any. */
  email: string | null;
  /** Whether somebody who is known here has what it makes already. */
  isIn(person: Person): Promise<boolean>;
  /** @param names the best first @returns what is in the way */
  accept(email: string, names: readonly string[]): Promise<string | undefined>;
}

/**
 * Returns the ways to accept an invitation: the password form where passwords are allowed, and the organization's
 * providers.
 */
export function acceptanceForms(
  { services, texts }: PageRequest,
  { token, organizationId, takesNoPassword }: { token: string; organizationId: string; takesNoPassword: boolean },
  byPassword: Html,
): Html {
  const { openId } = texts;
  const buttons = providerButtons(services, texts, { invitation: token }, organizationId);
  return html`${takesNoPassword ? html`<p>${openId.onlyProviders}</p>` : byPassword}
${!takesNoPassword && buttons && html`<p class="aside">${openId.or}</p>`}
${buttons}`;
}

/**
 * Signs in a person who has joined. An existing account keeps its password and signs in with it; people who need a
 * second factor set it up first.
 */
export async function enterJoined(
  request: PageRequest,
  joined: { organization: string; emailOrPhone: string; password: string },
): Promise<PageAnswer> {
  const { services, address, origin, browser: label, visitor } = request;
  const result = await signIn(services, { ...joined, label, before: visitor?.session, address, origin });
  if (result.state === 'signed in') return { redirect: '/', setCookie: result.setCookie };
  if (result.state === 'set-up needed') return challengedForm(request, result, '/');
  return { redirect: '/sign-in?said=joined' };
}
