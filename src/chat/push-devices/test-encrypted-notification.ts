import { described } from '../../platform/http/described.ts';
import { anyUser, checkIsPerson } from '../http/caller.ts';
import { ChatError } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, json, optional } from '../http/params.ts';
import { sendTest } from '../notifications/pushes/send-test.ts';
import { pushTargets } from './access.ts';
import { loadDevices } from './queries.ts';

export const testEncryptedNotification = chatOperation({
  method: 'POST',
  path: '/mobile_push/e2ee/test_notification',
  since: 420,
  summary: "Send an encrypted test push to one of the caller's devices, or to all",
  access: anyUser,
  params: {
    push_account_id: optional(
      json(described(Id, 'Device in the older form. Absent with `device_id`: all devices of the caller.')),
    ),
    device_id: optional(json(described(Id, 'Device that receives the test. Absent: all devices of the caller.'))),
  },
  answer: {},
  errors: ['NO_ACTIVE_PUSH_DEVICE', 'INVALID_PUSH_DEVICE_TOKEN', 'PUSH_SERVICE_NOT_CONFIGURED'],
  async serve({ caller, services, whenGone }, { push_account_id, device_id }) {
    checkIsPerson(caller);
    const { organizationId, userId } = caller;
    const { reader } = services.database;
    const known = await loadDevices(reader.of(organizationId), userId);
    const meant = new Set(
      known
        .filter(
          ({ id, pushAccountId }) =>
            (device_id === undefined || id === device_id) &&
            (push_account_id === undefined || pushAccountId === push_account_id),
        )
        .map(({ id }) => id),
    );
    const all = await pushTargets(reader.of(organizationId), services.secrets, userId);
    const targets = all.filter(({ encrypted }) => encrypted && meant.has(encrypted.deviceId));
    if (targets.length === 0) throw new ChatError('NO_ACTIVE_PUSH_DEVICE', 'No active registered push device');
    await sendTest(services, caller, targets, whenGone());
    return {};
  },
});
