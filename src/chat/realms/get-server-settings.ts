import { Type } from 'typebox';
import {
  findOnlyOrganization,
  organizationAt,
  organizationUrl,
  WrongHost,
} from '../../platform/organizations/hosts.ts';
import { isPushConfigured } from '../../platform/outbound/push/push-services.ts';
import { allowsPasswords } from '../../platform/people/access.ts';
import type { Services } from '../../platform/services.ts';
import { anyone } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { versions } from '../settings/realm-settings.ts';
import { isOpenToTheWorld, realmOf } from './access.ts';
import { ExternalSignIn, externalSignIns } from './external-sign-in.ts';
import { realmPictureUrl } from './picture.ts';

/** Ways to sign in that clients ask about and that Hubbub does not have. */
const otherMethods = {
  dev: false,
  ldap: false,
  remoteuser: false,
  github: false,
  azuread: false,
  gitlab: false,
  google: false,
  apple: false,
  saml: false,
};

export const getServerSettings = chatOperation({
  method: 'GET',
  path: '/server_settings',
  summary: 'Settings that a client needs before sign-in',
  access: anyone,
  params: {},
  answer: {
    authentication_methods: Type.Record(Type.String(), Type.Boolean(), {
      description: 'Whether each method of sign-in is on, by name.',
    }),
    external_authentication_methods: Type.Array(ExternalSignIn, {
      description: 'Methods of sign-in that open in a browser.',
    }),
    zulip_version: Type.String({ description: 'Version of the API that the server follows.' }),
    zulip_merge_base: Type.String({ description: 'Same as `zulip_version`.' }),
    zulip_feature_level: Type.Integer({ description: 'Feature level of the API that the server follows.' }),
    hubbub_version: Type.String({ description: 'Version of the server.' }),
    push_notifications_enabled: Type.Boolean({ description: 'Whether the server can send push notifications.' }),
    is_incompatible: Type.Boolean({ description: 'Always false: the server refuses no client for its age.' }),
    email_auth_enabled: Type.Boolean({ description: 'Whether people can sign in by password.' }),
    require_email_format_usernames: Type.Boolean({ description: 'Always true: user names are e-mail addresses.' }),
    realm_uri: Type.String({ description: 'Older name of `realm_url`.' }),
    realm_url: Type.String({ description: 'Address of the organization.' }),
    realm_name: Type.String({ description: 'Name of the organization.' }),
    realm_icon: Type.String({ description: "Address of the organization's icon." }),
    realm_description: Type.String({ description: 'Markdown about the organization.' }),
    realm_web_public_access_enabled: Type.Boolean({
      description: 'Whether people without an account can read web-public channels.',
    }),
  },
  async serve({ services, host }) {
    const id = await organizationOf(services, host);
    const realm = id === undefined ? undefined : await realmOf(services.state.of(id));
    const byPassword = id === undefined || (await allowsPasswords(services.state, id));
    const external = externalSignIns(services.config.openIdProviders, id);
    const url = id === undefined ? services.publicUrl() : await organizationUrl(services, id);
    return {
      authentication_methods: {
        password: byPassword,
        email: byPassword,
        ...otherMethods,
        'openid connect': external.length > 1,
      },
      external_authentication_methods: external,
      zulip_version: versions.zulipVersion,
      zulip_merge_base: versions.zulipMergeBase,
      zulip_feature_level: versions.zulipFeatureLevel,
      hubbub_version: versions.hubbubVersion,
      push_notifications_enabled: isPushConfigured(services),
      is_incompatible: false,
      email_auth_enabled: byPassword,
      require_email_format_usernames: true,
      realm_uri: url,
      realm_url: url,
      realm_name: realm?.name ?? 'Hubbub',
      realm_icon: url + realmPictureUrl(id ?? 'server', realm?.pictures ?? {}, 'icon'),
      realm_description: realm?.description ?? '',
      realm_web_public_access_enabled: realm !== undefined && isOpenToTheWorld(services, realm),
    };
  },
});

/**
 * Before sign-in only the host says which organization; at the server's own, with several, the server speaks for itself.
 * @throws {WrongHost}
 */
async function organizationOf(services: Services, host: string): Promise<string | undefined> {
  try {
    const at = await organizationAt(services, host);
    if (at === undefined) return await findOnlyOrganization(services.database.reader);
    // Another process may have given it this host just now: its address is told as it is by then.
    await services.state.confirm(at);
    return at;
  } catch (error) {
    if (error instanceof WrongHost && error.isServer) return undefined;
    throw error;
  }
}
