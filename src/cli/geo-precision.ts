import { doSetMinPrecision } from '../dispatch/geocoding/actions.ts';
import { MIN_PRECISIONS, type MinPrecision } from '../dispatch/geocoding/found-place.ts';
import type { Services } from '../platform/services.ts';
import { CommandError } from './command.ts';
import { checkOrganization } from './people.ts';

/**
 * `hubbub geo precision PRECISION --organization ID`
 * @throws {CommandError} for an unknown precision or organization
 */
export async function setMinPrecision(
  services: Services,
  organizationId: string,
  given: string,
): Promise<{ organization_id: string; min_precision: MinPrecision | 'default' }> {
  const minPrecision = MIN_PRECISIONS.find((each) => each === given);
  if (!minPrecision && given !== 'default')
    throw new CommandError(`'${given}' must be one of ${MIN_PRECISIONS.join(', ')} or default.`);
  await checkOrganization(services.database.reader, organizationId);
  await services.database.transaction((tx) => doSetMinPrecision(tx, minPrecision), { organizationId });
  return { organization_id: organizationId, min_precision: minPrecision ?? 'default' };
}
