import { doAddDelegatee, doRevokeDelegatee } from '../dispatch/organization/actions.ts';
import { doShowWebhookSecret } from '../dispatch/webhooks/actions.ts';
import { doFoundOrganization } from '../pages/organizations/found-organization.ts';
import { createCredential } from '../platform/credentials/credentials.ts';
import { AddressTaken } from '../platform/organizations/address-actions.ts';
import { urlOf } from '../platform/organizations/hosts.ts';
import { doDemandSecondFactor } from '../platform/people/demanded-factor.ts';
import { FACTOR_DEMANDS, type FactorDemand } from '../platform/people/factor-demand.ts';
import { hashPassword } from '../platform/people/passwords.ts';
import type { Services } from '../platform/services.ts';
import { takenAddress } from './address-commands.ts';
import { CommandError } from './command.ts';
import { checkOrganization } from './people.ts';

/** Input of `org create`. */
export interface NewOrganization {
  name: string;
  /** Undefined: one after its name. */
  address?: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** IANA time zone. */
  timezone: string;
  ownerEmail: string;
  ownerName: string;
  ownerPassword: string;
}

/** Output of `org create --json`: everything that an integrator needs for both APIs. */
export interface CreatedOrganization {
  organization_id: string;
  address: string;
  chat: { site: string; email: string; api_key: string; user_id: number };
  dispatch: { url: string; api_key: string; webhook_secret: string; organization_id: string };
}

/**
 * Makes an organization with both sides and its first owner, in one transaction.
 * @throws {CommandError} when another one has the address
 */
export async function createOrganization(services: Services, given: NewOrganization): Promise<CreatedOrganization> {
  const { ownerPassword, ...founding } = given;
  const ownerPasswordHash = await hashPassword(services, { organizationId: undefined }, ownerPassword);
  const making = services.database.transaction(async (tx) => {
    const founded = await doFoundOrganization(tx, services, { ...founding, ownerPasswordHash });
    const { organizationId, address, userId } = founded;
    const chatKey = await createCredential(tx, { organizationId, kind: 'chat', subject: String(userId) });
    const dispatchKey = await createCredential(tx, {
      organizationId,
      kind: 'dispatch',
      subject: null,
      label: 'first key',
    });
    const url = urlOf(services, { address, domain: null });
    return {
      organization_id: organizationId,
      address,
      chat: { site: url, email: given.ownerEmail, api_key: chatKey.key, user_id: userId },
      dispatch: {
        url,
        api_key: dispatchKey.key,
        webhook_secret: (await doShowWebhookSecret(tx.of(organizationId), services.secrets))!,
        organization_id: organizationId,
      },
    };
  });
  return making.catch((error: unknown) => {
    throw error instanceof AddressTaken ? takenAddress(error) : error;
  });
}

/**
 * Ends a delegation; what was ordered meanwhile stays with its executor.
 * @throws {CommandError} when there is none
 */
export async function revokeDelegation(
  services: Services,
  { organization, to }: { organization: string; to: string },
): Promise<{ organization_id: string; delegatee_id: string; revoked: true }> {
  const wasThere = await services.database.transaction((tx) => doRevokeDelegatee(tx, to), {
    organizationId: organization,
  });
  if (!wasThere) throw new CommandError(`${to} does not execute tasks for ${organization}.`);
  return { organization_id: organization, delegatee_id: to, revoked: true };
}

/**
 * Makes one organization a delegatee of another.
 * @throws {CommandError} when one of them does not exist, or they are the same
 */
export async function delegateTasks(
  services: Services,
  { organization, to, fulfillment }: { organization: string; to: string; fulfillment: boolean },
): Promise<{ organization_id: string; delegatee_id: string; fulfillment: boolean }> {
  if (organization === to)
    throw new CommandError('--to must be another organization. An organization always executes its own tasks.');
  await services.database.transaction(
    async (tx) => {
      for (const id of [organization, to]) await checkOrganization(tx, id);
      await doAddDelegatee(tx, to, { isFulfillment: fulfillment });
    },
    { organizationId: organization },
  );
  return { organization_id: organization, delegatee_id: to, fulfillment };
}

/**
 * Implements `org second-factor`.
 * @throws {CommandError} when there is no such organization, or nobody is called so
 */
export async function demandSecondFactor(
  { database }: Services,
  organization: string,
  of: string,
): Promise<{ organization_id: string; second_factor_of: FactorDemand }> {
  const demand = FACTOR_DEMANDS.find((each) => each === of);
  if (!demand) throw new CommandError(`--of must be one of ${FACTOR_DEMANDS.join(', ')}.`);
  return database.transaction(
    async (tx) => {
      await checkOrganization(tx, organization);
      await doDemandSecondFactor(tx, organization, demand);
      return { organization_id: organization, second_factor_of: demand };
    },
    { organizationId: organization },
  );
}
