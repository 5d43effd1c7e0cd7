import { findOnlyOrganization, organizationAt } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { Role, SPECTATOR_ID } from '../http/caller.ts';
import { notLoggedIn } from '../http/errors.ts';
import type { Authorized } from '../http/operation.ts';
import { isOpenToTheWorld, realmOf } from './access.ts';

/**
 * The caller of a request without credentials, where the world may read. The host names the organization; where
 * organizations have no addresses, it is the server's only one: none is reached by the address of another.
 * @param optimistic whether facts that this process keeps are good enough
 * @throws {ChatError} `UNAUTHORIZED`; {WrongHost}
 */
export async function spectate(services: Services, host: string, optimistic: boolean): Promise<Authorized> {
  const { config, database, state } = services;
  const organizationId = config.webPublicChannels
    ? ((await organizationAt(services, host)) ?? (await findOnlyOrganization(database.reader)))
    : undefined;
  if (organizationId === undefined) throw notLoggedIn();
  if (!optimistic) await state.confirm(organizationId);
  const stateVersion = await state.stateVersion(organizationId);
  if (!isOpenToTheWorld(services, await realmOf(state.of(organizationId)))) throw notLoggedIn();
  const nobody = { userId: SPECTATOR_ID, email: '', fullName: '', role: Role.guest, credentialId: '' };
  return { caller: { organizationId, ...nobody, isBot: false, isIncomingWebhook: false }, stateVersion };
}
