import type { Tx } from '../../platform/db/tx.ts';
import { type ChatEvent, emitChatEvent } from '../events/emit.ts';
import { badRequest } from '../http/errors.ts';
import { type ClientDevice, MAX_DEVICES, type PushRegistration, presentAccount, presentDevice } from './push-device.ts';
import { deleteDevice, forgetDeviceToken, insertDevice, loadDevices, updateDevice } from './queries.ts';

export { deleteToken as doRemoveToken, saveToken as doAddToken } from './queries.ts';

/** Gives a device its number; of too many, the oldest goes. */
export async function doAddDevice(tx: Tx, userId: number): Promise<ClientDevice> {
  await tx.position();
  const device = await addDevice(tx, userId, null);
  emit(tx, userId, { type: 'device', op: 'add', device_id: device.id });
  return device;
}

async function addDevice(tx: Tx, userId: number, pushAccountId: number | null): Promise<ClientDevice> {
  const known = await loadDevices(tx, userId);
  for (const { id } of known.slice(0, Math.max(0, known.length + 1 - MAX_DEVICES)))
    await doRemoveDevice(tx, userId, id);
  return insertDevice(tx, userId, pushAccountId);
}

/** @throws {ChatError} `BAD_REQUEST` when the person has no such device */
export async function doRemoveDevice(tx: Tx, userId: number, id: number): Promise<void> {
  if (!(await deleteDevice(tx, userId, id))) throw badRequest('Invalid device ID');
  emit(tx, userId, { type: 'device', op: 'remove', device_id: id });
}

/**
 * Registers a device for encrypted pushes, or changes its registration.
 * @throws {ChatError} `BAD_REQUEST` when the person has no such device
 */
export async function doRegisterDevice(
  tx: Tx,
  userId: number,
  id: number,
  registration: PushRegistration,
): Promise<void> {
  const device = await updateDevice(tx, userId, id, registration);
  if (!device) throw badRequest('Invalid device ID');
  const { push_key_id, ...ofToken } = presentDevice(device);
  emit(tx, userId, {
    type: 'device',
    op: 'update',
    device_id: id,
    ...(registration.pushKeyId === null ? {} : { push_key_id }),
    ...(registration.tokenId === null ? {} : ofToken),
  });
}

/** Forgets the token of a device whose app is gone, and tells the person's other clients. */
export async function doForgetDeviceToken(tx: Tx, userId: number, id: number): Promise<void> {
  const device = await forgetDeviceToken(tx, userId, id);
  if (!device || device.pushAccountId !== null) return;
  const { push_key_id: _unchanged, ...ofToken } = presentDevice(device);
  emit(tx, userId, { type: 'device', op: 'update', device_id: id, ...ofToken });
}

/** Registers a device under the number that it gave itself (client: zulip-flutter before level 468). */
export async function doRegisterAccount(
  tx: Tx,
  userId: number,
  pushAccountId: number,
  registration: PushRegistration,
): Promise<void> {
  await tx.position();
  const known = (await loadDevices(tx, userId)).find((device) => device.pushAccountId === pushAccountId);
  const { id } = known ?? (await addDevice(tx, userId, pushAccountId));
  const device = await updateDevice(tx, userId, id, registration);
  emit(tx, userId, {
    type: 'push_device',
    push_account_id: String(pushAccountId),
    ...presentAccount(device!),
  });
}

function emit(tx: Tx, userId: number, event: ChatEvent): void {
  emitChatEvent(tx, tx.organizationId, [`user:${userId}`], event, { state: false });
}
