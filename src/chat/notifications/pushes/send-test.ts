import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import type { Services } from '../../../platform/services.ts';
import type { ChatCaller } from '../../http/caller.ts';
import { badRequest, ChatError } from '../../http/errors.ts';
import type { PushTarget } from '../../push-devices/access.ts';
import { realmOf } from '../../realms/access.ts';
import type { PushNotice } from './notice.ts';
import { sendToDevice } from './send-to-device.ts';

/**
 * Pushes a test to devices of the caller and waits for what their services say.
 * @throws {ChatError} when nobody here delivers to one of them, or its service does not take it
 */
export async function sendTest(
  services: Services,
  { organizationId, userId }: ChatCaller,
  targets: readonly PushTarget[],
  signal: AbortSignal,
): Promise<void> {
  const { name } = await realmOf(services.state.of(organizationId));
  const account = { realmUrl: await organizationUrl(services, organizationId), realmName: name, userId };
  const notice: PushNotice = { kind: 'test', account, time: Math.floor(services.clock.now().getTime() / 1000) };
  for (const target of targets) {
    const result = await sendToDevice(services, target, notice, { hidesContent: false, signal });
    if (!result)
      throw new ChatError('PUSH_SERVICE_NOT_CONFIGURED', 'Server is not configured to use push notification service.');
    if (result.state === 'gone') throw new ChatError('INVALID_PUSH_DEVICE_TOKEN', 'Device not recognized');
    if (result.state !== 'sent') throw badRequest(`The push service rejected it: ${result.detail}`);
  }
}
