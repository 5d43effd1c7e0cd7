import type { Static } from 'typebox';
import { changesBetween } from '../../platform/db/audit-entry.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { newObjectId } from '../../platform/ids.ts';
import { emitChange } from '../events/emit.ts';
import { type FoundPlace, isLocated } from '../geocoding/found-place.ts';
import type { ActionContext } from '../http/caller.ts';
import { isChange } from '../organization/changes.ts';
import { checkQuota } from '../organization/quotas.ts';
import { doSetTeamsOfHub } from '../teams/actions.ts';
import { accessHub, type HubRow } from './access.ts';
import type { hubInput, hubUpdate } from './input.ts';
import { deleteHub, insertHub, updateHub } from './queries.ts';

/**
 * Creates a hub at a place that was found for its address.
 * @throws {DispatchError} 1000 for one hub too many, 1402 for a team that does not exist
 */
export async function doCreateHub(
  tx: Tx,
  body: Static<typeof hubInput>,
  { address, location: [longitude, latitude], geocoding }: FoundPlace,
  by: ActionContext,
): Promise<HubRow> {
  await checkQuota(tx, 'hubs');
  const id = newObjectId();
  await insertHub(tx, id, {
    name: body.name,
    address,
    longitude,
    latitude,
    located: isLocated(geocoding),
  });
  const teams = await doSetTeamsOfHub(tx, id, body.teams ?? body.team ?? [], by);
  emitChange(tx, 'hubCreated', { id, teams });
  const hub = await accessHub(tx, id);
  audit(tx, 'hub.created', undefined, hub);
  return hub;
}

/**
 * Changes what is given of a hub that is locked.
 * @param place where its new address is
 * @throws {DispatchError} 1402 for a team that does not exist
 */
export async function doUpdateHub(
  tx: Tx,
  hub: HubRow,
  body: Static<typeof hubUpdate>,
  place: FoundPlace | undefined,
  by: ActionContext,
): Promise<HubRow> {
  const { id } = hub;
  const [longitude, latitude] = place?.location ?? [hub.longitude, hub.latitude];
  const address = place?.address ?? hub.address;
  const located = place ? isLocated(place.geocoding) : hub.located;
  const values = { name: body.name || hub.name, address, longitude, latitude, located };
  const given = body.teams ?? body.team;
  const teams = given ? await doSetTeamsOfHub(tx, id, given, by) : [];
  if (teams.length === 0 && !isChange(hub, values)) return hub;
  await updateHub(tx, id, values, by);
  emitChange(tx, 'hubUpdated', { id, teams });
  const after = await accessHub(tx, id);
  audit(tx, 'hub.changed', hub, after);
  return after;
}

/** Deletes a hub that is locked. Live views begin anew: route plans that are done have lost it. */
export async function doDeleteHub(tx: Tx, hub: HubRow, by: ActionContext): Promise<void> {
  const { id } = hub;
  const teams = await doSetTeamsOfHub(tx, id, [], by);
  await deleteHub(tx, id);
  audit(tx, 'hub.deleted', hub, undefined);
  emitChange(tx, 'hubDeleted', { id, teams });
}

function audit(tx: Tx, action: `hub.${string}`, before: HubRow | undefined, after: HubRow | undefined): void {
  const { organizationId, id, name } = (after ?? before)!;
  const details = changesBetween<HubRow>(before, after, ['name', 'address', 'longitude', 'latitude', 'teams']);
  tx.audit({ organizationId, action, object: { kind: 'hub', id, name }, details });
}
