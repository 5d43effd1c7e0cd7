import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { type ClientDevice, MAX_DEVICES, type PushRegistration, type TokenKind } from './push-device.ts';

/** Keeps a token; one that is there already stays as it is but for its app. */
export async function saveToken(
  tx: Tx,
  organizationId: string,
  userId: number,
  { kind, token, appId }: { kind: TokenKind; token: string; appId: string | null },
): Promise<void> {
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

export async function deleteToken(
  tx: Tx,
  organizationId: string,
  userId: number,
  kind: TokenKind,
  token: string,
): Promise<boolean> {
  const deleted = await tx.run(sql`
    delete from chat.push_tokens
    where organization_id = ${organizationId} and user_id = ${userId} and kind = ${kind} and token = ${token}`);
  return deleted > 0;
}

/** @param token undefined: any */
export async function hasToken(
  reader: Reader,
  organizationId: string,
  userId: number,
  token: string | undefined,
): Promise<boolean> {
  const row = await reader.first(sql`
    select 1 from chat.push_tokens where organization_id = ${organizationId} and user_id = ${userId}
      and (${token ?? null}::text is null or token = ${token ?? null}::text) limit 1`);
  return row !== undefined;
}

const columns = sql`
  id, push_account_id as "pushAccountId", push_key_id as "pushKeyId", token_id as "tokenId",
  token_updated_at as "tokenUpdatedAt"`;

/** A person's devices, the oldest first. */
export function loadDevices(reader: Reader, organizationId: string, userId: number): Promise<ClientDevice[]> {
  return reader.all(sql<ClientDevice>`
    select ${columns} from chat.client_devices
    where organization_id = ${organizationId} and user_id = ${userId} order by id`);
}

export async function insertDevice(
  tx: Tx,
  organizationId: string,
  userId: number,
  pushAccountId: number | null,
): Promise<ClientDevice> {
  const row = await tx.first(sql<ClientDevice>`
    insert into chat.client_devices (organization_id, user_id, push_account_id)
    values (${organizationId}, ${userId}, ${pushAccountId}) returning ${columns}`);
  return row!;
}

/** Changes the parts of a device's registration that are given. Undefined when the person has no such device. */
export function updateDevice(
  tx: Tx,
  organizationId: string,
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
      token_updated_at = case when ${given.encryptedRegistration}::text is null then token_updated_at else ${tx.now} end
    where organization_id = ${organizationId} and user_id = ${userId} and id = ${id}
    returning ${columns}`);
}

export async function deleteDevice(tx: Tx, organizationId: string, userId: number, id: number): Promise<boolean> {
  const deleted = await tx.run(sql`
    delete from chat.client_devices where organization_id = ${organizationId} and user_id = ${userId} and id = ${id}`);
  return deleted > 0;
}
