import type { Static } from 'typebox';
import type { Tx } from '../../platform/db/tx.ts';
import { newObjectId } from '../../platform/ids.ts';
import { exactly } from '../geocoding/exactly.ts';
import type { FoundPlace } from '../geocoding/found-place.ts';
import { doCorrectAddress } from '../geocoding/layers/corrections.ts';
import type { Location } from '../geography/location.ts';
import type { ActionContext } from '../http/caller.ts';
import { changedMetadata, type MetadataUpdate, newMetadata } from '../metadata/metadata.ts';
import { isChange } from '../organization/changes.ts';
import type { DestinationInput } from './destination-input.ts';
import { emitDestination } from './events.ts';
import { type DestinationRow, insertDestinations, updateDestination } from './queries.ts';

/** Creates one destination. */
export async function doCreateDestination(
  tx: Tx,
  input: DestinationInput,
  place: FoundPlace,
  by: ActionContext,
): Promise<DestinationRow> {
  const row = newDestination(tx, input, place);
  await insertDestinations(tx, [row]);
  emitDestination(tx, 'destinationCreated', row, by);
  return row;
}

/** A destination that the caller is about to write with `destinationInsert`, as part of a larger statement. */
export function newDestination(tx: Tx, input: DestinationInput, place: FoundPlace): DestinationRow {
  const [lon, lat] = place.location;
  return {
    organization_id: tx.organizationId,
    id: newObjectId(),
    lon,
    lat,
    address: place.address,
    notes: input.notes ?? '',
    metadata: newMetadata(input.metadata),
    warnings: place.warnings,
    geocoder_place_id: place.placeId,
    address_key: place.addressKey,
    geocoding: place.geocoding,
    created_at: tx.now,
    modified_at: tx.now,
  };
}

export type { DestinationRow };

/** Writes a destination that was made by `newDestination`. */
export function doSaveDestination(tx: Tx, row: DestinationRow): Promise<void> {
  return insertDestinations(tx, [row]);
}

/** Another organization's copy of a destination, not written yet. */
export function copyOfDestination(tx: Tx, row: DestinationRow): DestinationRow {
  return { ...row, organization_id: tx.organizationId, id: newObjectId(), created_at: tx.now, modified_at: tx.now };
}

/** Changes that a destination accepts: its true location, notes and metadata. */
export interface DestinationChange {
  location?: Location | null;
  notes?: string | null;
  metadata?: Static<typeof MetadataUpdate> | null;
}

/** Changes a destination; a new location is remembered for its address. */
export async function doUpdateDestination(
  tx: Tx,
  row: DestinationRow,
  { location, notes, metadata }: DestinationChange,
  by: ActionContext,
): Promise<DestinationRow> {
  const changed: DestinationRow = {
    ...row,
    notes: notes ?? row.notes,
    metadata: changedMetadata(row.metadata, metadata),
  };
  if (location) {
    [changed.lon, changed.lat] = location;
    changed.geocoding = exactly('correction', location, row.address.country);
    changed.warnings = [];
    await doCorrectAddress(tx, row.address, row.address_key, location);
  }
  if (!isChange(row, changed)) return row;
  changed.modified_at = tx.now;
  await updateDestination(tx, changed);
  emitDestination(tx, 'destinationUpdated', changed, by);
  return changed;
}
