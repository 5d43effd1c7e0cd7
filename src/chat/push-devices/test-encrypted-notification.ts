import { anyUser } from '../http/caller.ts';
import { ChatError } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, json, optional } from '../http/params.ts';
import { deliveryNotConfigured } from './delivery.ts';
import { loadDevices } from './queries.ts';
import { refuseBots } from './tokens.ts';

export const testEncryptedNotification = chatOperation({
  method: 'POST',
  path: '/mobile_push/e2ee/test_notification',
  since: 420,
  summary: "Send an encrypted test push to one of the caller's devices, or to all",
  access: anyUser,
  params: { push_account_id: optional(json(Id)), device_id: optional(json(Id)) },
  answer: {},
  errors: ['NO_ACTIVE_PUSH_DEVICE', 'PUSH_SERVICE_NOT_CONFIGURED'],
  async write({ tx, caller }, { push_account_id, device_id }) {
    refuseBots(caller);
    const devices = await loadDevices(tx, caller.organizationId, caller.userId);
    const meant = devices.filter(
      ({ id, pushAccountId }) =>
        (device_id === undefined || id === device_id) &&
        (push_account_id === undefined || pushAccountId === push_account_id),
    );
    if (meant.length === 0) throw new ChatError('NO_ACTIVE_PUSH_DEVICE', 'No active registered push device');
    throw deliveryNotConfigured();
  },
});
