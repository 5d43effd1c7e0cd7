import { type OpenIdProvider, providersFor } from '../../platform/openid/provider.ts';
import { allowsPasswords } from '../../platform/people/access.ts';
import type { Services } from '../../platform/services.ts';
import { type Html, html } from '../http/html.ts';
import type { Texts } from '../texts/index.ts';

/** The provider of a name in an address. @param organization ID of the one that is meant; undefined: it is not known yet */
export function providerNamed(
  { config }: Services,
  name: string,
  organization: string | undefined,
): OpenIdProvider | undefined {
  return providersFor(config.openIdProviders, organization).find((provider) => provider.name === name);
}

/**
 * Links to the providers by which somebody may sign in; false where there is none. They are links: a form that leads to
 * another host is stopped by our own policy.
 * @param organization ID of the one that is meant; undefined: it is not known yet
 * @param query what they take along
 */
export function providerButtons(
  { config }: Services,
  { openId: words }: Texts,
  query: Readonly<Record<string, string>>,
  organization?: string,
): Html | false {
  const providers = providersFor(config.openIdProviders, organization);
  const search = new URLSearchParams(query).toString();
  return (
    providers.length > 0 &&
    html`<ul class="choices">${providers.map(
      ({ name, label }) => html`
<li><a class="button second" href="${`/sign-in/with/${name}${search && `?${search}`}`}" dir="auto">${words.button({ label })}</a></li>`,
    )}
</ul>`
  );
}

/** Whether an organization takes no passwords, so that providers are the only way in. */
export async function takesOnlyProviders({ state }: Services, organization: string): Promise<boolean> {
  await state.confirm(organization);
  return !(await allowsPasswords(state, organization));
}
