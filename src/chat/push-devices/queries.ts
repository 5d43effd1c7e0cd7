import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { type ClientDevice, MAX_DEVICES, type PushRegistration, type TokenKind } from './push-device.ts';

/** Keeps a token; one that is there already stays as it is but for its app. */
export async function saveToken(
  tx: Tx,
  userId: number,
  { kind, token, appId }: { kind: TokenKind; token: string; appId: string | null },
): Promise<void> {
  const { organizationId } = tx;

  await tx.run(sql`
    insert into chat.push_tokens (organization_id, user_id, kind, token, app_id, created_at)
    values (${organizationId}, ${userId}, ${kind}, ${token}, ${appId}, ${tx.now})
    on conflict (organization_id, user_id, kind, token) do update set app_id = excluded.app_id,
      created_at = excluded.created_at`);
  await tx.run(sql`
    delete from chat.push_tokens
    where organization_id = ${organizationId} and user_id = ${userId} and (kind, token) in (
      select kind, token from chat.push_tokens where organization_id = ${organizationId} and user_id = ${userId}
      order by created_at desc, kind, token offset ${MAX_DEVICES})`);
}

export async function deleteToken(tx: Tx, userId: number, kind: TokenKind, token: string): Promise<boolean> {
  const deleted = await tx.run(sql`
    delete from chat.push_tokens
    where organization_id = ${tx.organizationId} and user_id = ${userId} and kind = ${kind} and token = ${token}`);
  return deleted > 0;
}

/** A person's tokens for pushes that are not encrypted. */
export function loadTokens(
  reader: Reader,
  userId: number,
): Promise<{ kind: TokenKind; token: string; appId: string | null }[]> {
  return reader.all(sql<{ kind: TokenKind; token: string; appId: string | null }>`
    select kind, token, app_id as "appId" from chat.push_tokens
    where organization_id = ${reader.organizationId} and user_id = ${userId} order by kind, token`);
}

export interface EncryptedTargetRow {
  deviceId: number;
  kind: TokenKind;
  appId: string | null;
  keyId: number;
  sealedKey: Buffer;
  sealedToken: Buffer;
}

/** A person's devices with encrypted pushes, those whose key and token are known. */
export function loadEncryptedTargets(reader: Reader, userId: number): Promise<EncryptedTargetRow[]> {
  return reader.all(sql<EncryptedTargetRow>`
    select id as "deviceId", token_kind as kind, app_id as "appId", push_key_id as "keyId", push_key as "sealedKey",
      sealed_token as "sealedToken"
    from chat.client_devices
    where organization_id = ${reader.organizationId} and user_id = ${userId} and sealed_token is not null and push_key is not null
    order by id`);
}

/** Forgets the token of a device whose app is gone; the device itself stays, and may register another. */
export function forgetDeviceToken(tx: Tx, userId: number, id: number): Promise<ClientDevice | undefined> {
  return tx.first(sql<ClientDevice>`
    update chat.client_devices set token_id = null, sealed_token = null, app_id = null, encrypted_registration = null,
      token_updated_at = null
    where organization_id = ${tx.organizationId} and user_id = ${userId} and id = ${id} and sealed_token is not null
    returning ${columns}`);
}

const columns = sql`
  id, push_account_id as "pushAccountId", push_key_id as "pushKeyId", token_id as "tokenId",
  token_updated_at as "tokenUpdatedAt", sealed_token is not null as "isRegistered",
  registration_error as "registrationError"`;

/** A person's devices, the oldest first. */
export function loadDevices(reader: Reader, userId: number): Promise<ClientDevice[]> {
  return reader.all(sql<ClientDevice>`
    select ${columns} from chat.client_devices
    where organization_id = ${reader.organizationId} and user_id = ${userId} order by id`);
}

export async function insertDevice(tx: Tx, userId: number, pushAccountId: number | null): Promise<ClientDevice> {
  const row = await tx.first(sql<ClientDevice>`
    insert into chat.client_devices (organization_id, user_id, push_account_id)
    values (${tx.organizationId}, ${userId}, ${pushAccountId}) returning ${columns}`);
  return row!;
}

/** Changes the parts of a device's registration that are given. Undefined when the person has no such device. */
export function updateDevice(
  tx: Tx,
  userId: number,
  id: number,
  given: PushRegistration,
): Promise<ClientDevice | undefined> {
  return tx.first(sql<ClientDevice>`
    update chat.client_devices set push_key = coalesce(${given.pushKey}::bytea, push_key),
      push_key_id = coalesce(${given.pushKeyId}::bigint, push_key_id),
      token_kind = coalesce(${given.tokenKind}::text, token_kind), token_id = coalesce(${given.tokenId}::text, token_id),
      bouncer_public_key = coalesce(${given.bouncerPublicKey}::text, bouncer_public_key),
      encrypted_registration = coalesce(${given.encryptedRegistration}::text, encrypted_registration),
      sealed_token = case when ${given.encryptedRegistration}::text is null then sealed_token
        else ${given.opened?.sealedToken ?? null}::bytea end,
      app_id = case when ${given.encryptedRegistration}::text is null then app_id
        else ${given.opened?.appId ?? null}::text end,
      registration_error = case when ${given.encryptedRegistration}::text is null then registration_error
        else ${given.registrationError}::text end,
      token_updated_at = case when ${given.encryptedRegistration}::text is null then token_updated_at else ${tx.now} end
    where organization_id = ${tx.organizationId} and user_id = ${userId} and id = ${id}
    returning ${columns}`);
}

export async function deleteDevice(tx: Tx, userId: number, id: number): Promise<boolean> {
  const deleted = await tx.run(sql`
    delete from chat.client_devices where organization_id = ${tx.organizationId} and user_id = ${userId} and id = ${id}`);
  return deleted > 0;
}
