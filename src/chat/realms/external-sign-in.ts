import { type Static, Type } from 'typebox';
import { type OpenIdProvider, providersFor } from '../../platform/openid/provider.ts';

/** A way to sign in with a page, which an app opens in a browser. */
export const ExternalSignIn = Type.Object({
  name: Type.String({ description: 'Unique name of the method.' }),
  display_name: Type.String({ description: 'Label for people.' }),
  display_icon: Type.Union([Type.String(), Type.Null()], { description: 'Address of an icon. Null: none.' }),
  login_url: Type.String({ description: 'Path of the page on which people sign in.' }),
  signup_url: Type.String({ description: 'Path of the page on which people join.' }),
});

function signInAt(name: string, displayName: string, path: string): Static<typeof ExternalSignIn> {
  return { name, display_name: displayName, display_icon: null, login_url: path, signup_url: path };
}

/**
 * Our own page first, which asks for whatever an account needs (a second factor, a provider), then the providers
 * themselves. client: zulip-flutter opens `login_url` with a query of its own, `mobile_flow_otp` alone, so what is meant
 * stands in the path.
 */
export function externalSignIns(
  providers: readonly OpenIdProvider[],
  organization: string | undefined,
): Static<typeof ExternalSignIn>[] {
  return [
    signInAt('hubbub', 'Browser', '/sign-in/app'),
    ...providersFor(providers, organization).map(({ name, label }) =>
      signInAt(`openid:${name}`, label, `/sign-in/with/${name}`),
    ),
  ];
}
