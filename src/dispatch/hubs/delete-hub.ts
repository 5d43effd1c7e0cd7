import { actionContext } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { checkNotPlannedAtHub } from '../route-plans/access.ts';
import { accessMemberships } from '../teams/access.ts';
import { checkVersion } from '../versions/check-version.ts';
import { accessHubForUpdate } from './access.ts';
import { doDeleteHub } from './actions.ts';

/** Ours: the vendor's API knows no deletion of hubs. */
export const deleteHubOperation = dispatchOperation({
  method: 'DELETE',
  path: '/hubs/:hubId',
  summary: 'Delete a hub, unless an open route plan starts or ends there. Its teams have no hub then',
  access: 'apiKey',
  wholeSight: true,
  ids: ['hubId'],
  errors: [1402, 2401],
  takesIfMatch: true,
  async write({ caller, tx }, { path, ifMatch }) {
    await accessMemberships(tx);
    const hub = await accessHubForUpdate(tx, path.hubId!);
    await checkVersion(tx, 'hub', hub, ifMatch);
    await checkNotPlannedAtHub(tx, hub.id);
    await doDeleteHub(tx, hub, actionContext(caller));
    return undefined;
  },
});
