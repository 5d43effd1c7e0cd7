import { type Static, Type } from 'typebox';
import type { Reader } from '../../../platform/db/reader.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { isFull, type Owner } from '../../containers/actions.ts';
import type { PlannedRoom } from '../../containers/room.ts';
import { Geocoding } from '../../geocoding/found-place.ts';
import { Location } from '../../geography/location.ts';
import { type DispatchCaller, viewerOf } from '../../http/caller.ts';
import { itemErrorOf } from '../../http/item-error.ts';
import { Nullable } from '../../http/validate.ts';
import { newMetadata } from '../../metadata/metadata.ts';
import { accessOrganization } from '../../organization/access.ts';
import { accessRecipient, type RecipientRow, recipientsById } from '../../recipients/access.ts';
import { recipientPhone } from '../../recipients/input.ts';
import { resolveExceptRecipient } from '../create/resolve-input.ts';
import { ownerOf } from '../input.ts';
import type { PreparedTask } from './actions.ts';
import type { CheckedTask } from './create-together.ts';
import { orFailure, TaskFailure } from './failure.ts';

/** Result for a task: the precision of its place, or the reason why it cannot be created. */
export const BatchCheck = Type.Object({
  error: Type.Union([TaskFailure.properties.error, Type.Null()], {
    description: 'Why the task would be refused; null if it would be created.',
  }),
  geocoding: Type.Union([Geocoding, Type.Null()], {
    description: 'How exactly the address was found; null if it was not looked up.',
  }),
  location: Nullable(Location, {
    description: 'Where the address was found: longitude, latitude; null if it was not looked up.',
  }),
  warnings: Type.Array(Type.String(), { description: 'Differences between the address given and the one found.' }),
});
export type BatchCheck = Static<typeof BatchCheck>;

/** Checks the tasks of a batch as their creation would, in their order. Nothing is written. */
export async function checkBatch(
  tx: Tx,
  caller: DispatchCaller,
  prepared: readonly PreparedTask[],
): Promise<BatchCheck[]> {
  const { organizationId } = caller;
  const { country } = await accessOrganization(tx);
  const recipients = prepared.flatMap((one) => ('error' in one ? [] : (one.body.recipients ?? [])));
  const known = await recipientsById(
    tx,
    recipients.filter((given) => typeof given === 'string'),
  );
  const check = async (one: CheckedTask): Promise<BatchCheck | TaskFailure> =>
    orFailure(one.body, async () => {
      await resolveExceptRecipient(tx, viewerOf(caller), one.body, one.prepared);
      await checkRecipient(tx, { organizationId, country, known }, one);
      const { place } = one.prepared;
      return {
        error: null,
        geocoding: place?.geocoding ?? null,
        location: place?.location ?? null,
        warnings: place?.warnings ?? [],
      };
    });
  const results = await Promise.all(prepared.map((one) => ('error' in one ? one : check(one))));
  return results.map((result) =>
    'task' in result ? { error: result.error, geocoding: null, location: null, warnings: [] } : result,
  );
}

/**
 * Refuses checked tasks that their lists have no room for, as their creation would.
 * @param prepared the tasks that would be created, in their order
 * @param room of the lists, with what earlier batches take of it
 * @returns why a task is refused; null if it is not
 */
export async function checkRoom(
  reader: Reader,
  prepared: readonly CheckedTask[],
  room: PlannedRoom,
): Promise<BatchCheck['error'][]> {
  const { organizationId } = reader;
  // A task of another executor lies in a list there.
  const owners = prepared.map(({ body: { container, executor } }): Owner | undefined =>
    executor && executor !== organizationId ? undefined : ownerIn(organizationId, container),
  );
  const found = (
    await room.take(
      reader,
      owners.filter((owner) => owner !== undefined),
    )
  ).values();
  return owners.map((owner) => (owner && !found.next().value ? itemErrorOf(isFull()) : null));
}

/** Reserves the room of tasks that would be created before. */
export async function reserveRoom(
  reader: Reader,
  planned: readonly { container?: Container; count: number }[],
  room: PlannedRoom,
): Promise<void> {
  const owners = planned.map(({ container, count }) => ({ owner: ownerIn(reader.organizationId, container), count }));
  await room.reserve(reader, owners);
}

type Container = CheckedTask['body']['container'];

/** Owner of the list of a new task. */
function ownerIn(organizationId: string, container: Container): Owner {
  const isOwn = !container || (container.type === 'ORGANIZATION' && !container.organization);
  return isOwn ? { type: 'ORGANIZATION', id: organizationId } : ownerOf(container);
}

/** Data that the check of recipients uses. */
interface RecipientContext {
  organizationId: string;
  country: string;
  /** Existing recipients given by ID. */
  known: ReadonlyMap<string, RecipientRow>;
}

/** @throws {DispatchError} as creating the recipient would */
async function checkRecipient(tx: Tx, { country, known }: RecipientContext, { body }: CheckedTask): Promise<void> {
  const [given] = body.recipients ?? [];
  if (typeof given === 'string') {
    if (!known.has(given)) await accessRecipient(tx, given);
  } else if (given) {
    recipientPhone(given.phone, country, given.skipPhoneNumberValidation);
    newMetadata(given.metadata);
  }
}
