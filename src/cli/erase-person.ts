import { ChatError } from '../chat/http/errors.ts';
import { DispatchError } from '../dispatch/http/errors.ts';
import { doBeginErasure, finishErasure } from '../pages/erasure/erase-person.ts';
import type { AccountCounts } from '../pages/erasure/self.ts';
import { loadErasures } from '../platform/erasure/access.ts';
import type { Services } from '../platform/services.ts';
import { CommandError } from './command.ts';
import { personNamed } from './person-named.ts';

/**
 * Erases somebody from an organization; what was begun before and cut off is finished first.
 * @throws {CommandError} when there is nobody, or somebody who has to be there
 */
export async function erasePerson(
  services: Services,
  organization: string,
  person: string,
  messages: 'keep' | 'delete',
): Promise<{ organization_id: string; finished_before: number } & AccountCounts> {
  const { database, clock } = services;
  const named = await personNamed(services, organization, person);
  const left = await loadErasures(database.reader, organization, clock.now());
  for (const row of left) await finishErasure(services, row);
  const begun = await database
    .transaction((tx) => doBeginErasure(tx, services, named, messages === 'delete'), {
      organizationId: organization,
      takesLog: true,
    })
    .catch((error: unknown) => {
      throw error instanceof ChatError || error instanceof DispatchError ? new CommandError(error.message) : error;
    });
  if (!begun && left.length === 0) throw new CommandError(`Nobody in this organization matches ${named.text}.`);
  if (begun) await finishErasure(services, begun);
  const none = { chat_accounts: 0, workers: 0, administrators: 0, recipients: 0 };
  return { organization_id: organization, finished_before: left.length, ...(begun?.accounts ?? none) };
}
