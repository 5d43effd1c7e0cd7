import { findUserIdOfPerson } from '../../chat/users/access.ts';
import { doChangePersonOfUser } from '../../chat/users/actions.ts';
import { findAdministratorOf } from '../../dispatch/administrators/access.ts';
import { doChangePersonOfAdministrator } from '../../dispatch/administrators/actions.ts';
import { findWorkerIdOf } from '../../dispatch/workers/access.ts';
import { doChangePersonOfWorker } from '../../dispatch/workers/actions.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { doAbsorbPerson } from '../../platform/people/actions.ts';
import { doEndSessionsWithoutFactor } from '../../platform/people/demanded-factor.ts';
import type { Person } from '../../platform/people/person.ts';

/**
 * Makes two people of one organization one: the accounts of `gone` become those of `kept`, whose password and second
 * factor stay. The caller has checked that both are the same: by both passwords, or by an address that both have proven.
 * @returns false when they cannot be one: both have an account of the same kind, or `gone` has a second factor
 */
export async function doJoinPeople(tx: Tx, surviving: Person, gone: Person): Promise<boolean> {
  const { organizationId } = surviving;
  if (gone.secondFactorAt !== null || gone.organizationId !== organizationId) return false;
  const facts = uncachedFacts(tx);
  for (const find of [findUserIdOfPerson, findAdministratorOf, findWorkerIdOf])
    if ((await find(facts, surviving.id)) !== null && (await find(facts, gone.id)) !== null) return false;
  await doChangePersonOfUser(tx, gone.id, surviving.id);
  await doChangePersonOfAdministrator(tx, gone.id, surviving.id);
  await doChangePersonOfWorker(tx, gone.id, surviving.id);
  await doAbsorbPerson(tx, organizationId, surviving.id, gone.id);
  await doEndSessionsWithoutFactor(tx, organizationId, surviving.id);
  tx.emit({
    organizationId,
    part: 'platform',
    kind: 'people_joined',
    audience: [],
    payload: { id: surviving.id },
    state: true,
  });
  return true;
}
