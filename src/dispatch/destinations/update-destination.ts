import { isDeepStrictEqual } from 'node:util';
import { Type } from 'typebox';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { type Address, AddressInput, cleanAddress } from '../geocoding/address.ts';
import { Location } from '../geography/location.ts';
import { actionContext } from '../http/caller.ts';
import { invalidValue } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { MetadataUpdate } from '../metadata/metadata.ts';
import { doFollowDestination } from '../tasks/follow-destination.ts';
import { accessDestinationForUpdate } from './access.ts';
import { doUpdateDestination } from './actions.ts';
import { Destination, presentDestination } from './present.ts';

export const updateDestinationOperation = dispatchOperation({
  method: 'PUT',
  path: '/destinations/:destinationId',
  summary: 'Correct a destination. Its location is remembered for later destinations with the same address',
  access: 'apiKey',
  ids: ['destinationId'],
  body: Type.Object({
    address: Type.Optional(Nullable(AddressInput, { description: 'The current address; any other is refused.' })),
    location: Type.Optional(Nullable(Location, { description: 'New place: [longitude, latitude].' })),
    notes: Type.Optional(
      Nullable(Type.String({ maxLength: 10_000 }), { description: 'New notes, at most 10,000 characters.' }),
    ),
    metadata: Type.Optional(
      Nullable(MetadataUpdate, { description: 'The whole new list, or items to set and to remove.' }),
    ),
  }),
  answer: Destination,
  errors: [1402, 2400],
  async write({ tx, caller, services }, { path, body }) {
    const destination = await accessDestinationForUpdate(tx, path.destinationId!);
    checkSameAddress(destination.address, body.address);
    const updated = await doUpdateDestination(tx, destination, body, actionContext(caller));
    if (body.location)
      await doFollowDestination(
        tx,
        { caller, publicUrl: await organizationUrl(services, caller.organizationId) },
        updated.id,
        body.location,
      );
    return presentDestination(updated);
  },
});

/**
 * Whoever writes back what they have read sends the address too.
 * @throws {DispatchError} 1000 for another one
 */
function checkSameAddress(known: Address, given: AddressInput | null | undefined): void {
  const parts = given ? cleanAddress(given) : {};
  if (Object.keys(parts).length > 0 && !isDeepStrictEqual(parts, cleanAddress(known)))
    throw invalidValue('The address of a destination cannot be changed. Give the task another destination instead.');
}
