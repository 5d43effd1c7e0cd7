import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import type { Services } from '../../platform/services.ts';
import { notFound } from '../http/errors.ts';
import { accessTeamByName } from '../teams/access.ts';
import { doCreateWorker } from './actions.ts';
import { newTemporaryPassword } from './invitation.ts';

/** Output of `hubbub worker create --json`. */
export interface CreatedWorker {
  worker_id: string;
  phone: string;
  password: string;
}

/**
 * Creates a worker of a team that is given by name.
 * @throws {DispatchError} as creation through the API does, 1402 also for an unknown organization or team name
 */
export async function createWorkerForCli(
  services: Services,
  given: { organizationId: string; team: string; name: string; phone: string },
): Promise<CreatedWorker> {
  const secret = await newTemporaryPassword(services, given);
  return services.database.transaction(async (tx) => {
    const organization = await findOrganization(tx, given.organizationId);
    if (!organization) throw notFound('There is no such organization.');
    const team = await accessTeamByName(tx.of(organization.id), given.team);
    const body = { name: given.name, phone: given.phone, teams: [team.id] };
    const by = { type: 'API', id: organization.id } as const;
    const worker = await doCreateWorker(tx.of(organization.id), organization, body, {
      secret,
      publicUrl: await organizationUrl(services, given.organizationId),
      by,
    });
    return { worker_id: worker.id, phone: worker.phone, password: secret.password };
  });
}
