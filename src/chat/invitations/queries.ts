import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { TablePart } from '../../platform/db/table-part.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { type Invitation, MAX_LISTED, type Offer } from './invitation.ts';

/** Somebody to invite, or nobody in particular. */
export interface Invitee {
  email: string | null;
  tokenHash: Buffer;
  sealedToken: Buffer | null;
}

/** One statement for all invitees. */
export async function insertInvitations(
  tx: Tx,
  referrerId: number,
  offer: Offer,
  invitees: readonly Invitee[],
): Promise<void> {
  const mails = invitees[0]?.email === null ? 0 : 1;
  await tx.run(sql`
    insert into chat.invitations (organization_id, referrer_id, email, token_hash, sealed_token, invited_as,
      channel_ids, group_ids, with_default_channels, notify_referrer, welcome_text, invited_at, expires_at, mailed_at, mails)
    select ${tx.organizationId}, ${referrerId}, email, token_hash, sealed_token, ${offer.invitedAs},
      ${offer.channelIds}::bigint[], ${offer.groupIds}::bigint[], ${offer.withDefaultChannels}, ${offer.notifyReferrer},
      ${offer.welcomeText}, ${tx.now}, ${offer.expiresAt}, case when ${mails} > 0 then ${tx.now}::timestamptz end, ${mails}
    from unnest(${invitees.map(({ email }) => email)}::text[], ${invitees.map(({ tokenHash }) => tokenHash)}::bytea[],
      ${invitees.map(({ sealedToken }) => sealedToken)}::bytea[]) as invitee (email, token_hash, sealed_token)`);
}

/**
 * Invitations that can be accepted: neither ended nor expired, and of somebody who is still there and could still invite
 * to that role.
 */
function selectOpen(now: Date, condition: Sql): Sql<Invitation> {
  return sql<Invitation>`
    select i.organization_id as "organizationId", i.id, i.referrer_id as "referrerId", i.email,
      i.sealed_token as "sealedToken", i.invited_as as "invitedAs", i.channel_ids as "channelIds",
      i.group_ids as "groupIds", i.with_default_channels as "withDefaultChannels", i.notify_referrer as "notifyReferrer",
      i.welcome_text as "welcomeText", i.invited_at as "invitedAt", i.expires_at as "expiresAt"
    from chat.invitations i join chat.users u on u.organization_id = i.organization_id and u.id = i.referrer_id
    where i.ended_at is null and (i.expires_at is null or i.expires_at > ${now}) and u.is_active
      and u.role <= i.invited_as and ${condition}`;
}

/** The newest first. @param referrerId of this person only */
export function loadOpenInvitations(reader: Reader, now: Date, referrerId: number | undefined): Promise<Invitation[]> {
  return reader.all(sql<Invitation>`
    ${selectOpen(now, sql`i.organization_id = ${reader.organizationId} and (${referrerId ?? null}::bigint is null or i.referrer_id = ${referrerId ?? null}::bigint)`)}
    order by i.id desc limit ${MAX_LISTED}`);
}

export function findOpenInvitation(reader: Reader, now: Date, id: number): Promise<Invitation | undefined> {
  return reader.first(selectOpen(now, sql`i.organization_id = ${reader.organizationId} and i.id = ${id}`));
}

/** Searches all organizations. */
export function findByToken(reader: PlainReader, now: Date, hash: Buffer): Promise<Invitation | undefined> {
  return reader.first(selectOpen(now, sql`i.token_hash = ${hash}`));
}

/** E-mails within the 24 hours before `now`; of one that was sent again, all count. */
export async function countMails(reader: Reader, now: Date): Promise<number> {
  const row = await reader.first(sql<{ mails: number }>`
    select coalesce(sum(mails), 0)::int as mails from chat.invitations
    where organization_id = ${reader.organizationId} and mailed_at > ${new Date(now.getTime() - 86_400_000)}`);
  return row!.mails;
}

export async function endInvitation(tx: Tx, id: number): Promise<void> {
  await tx.run(sql`
    update chat.invitations set ended_at = ${tx.now}
    where organization_id = ${tx.organizationId} and id = ${id} and ended_at is null`);
}

/** Ends all that an address was sent. */
export async function endInvitationsTo(tx: Tx, email: string): Promise<void> {
  await tx.run(sql`
    update chat.invitations set ended_at = ${tx.now}
    where organization_id = ${tx.organizationId} and lower(email) = lower(${email}) and ended_at is null`);
}

export async function renewToken(tx: Tx, id: number, hash: Buffer): Promise<void> {
  await tx.run(sql`
    update chat.invitations set token_hash = ${hash}, mailed_at = ${tx.now}, mails = mails + 1
    where organization_id = ${tx.organizationId} and id = ${id}`);
}

/** Deletes invitations that ended, or could no longer be taken, before a time. */
export function deleteEndedInvitations(tx: Tx, before: Date, { from, upTo }: TablePart): Promise<number> {
  return tx.run(sql`
    delete from chat.invitations
    where ctid >= ${from}::tid and ctid < ${upTo}::tid
      and (ended_at <= ${before} or expires_at <= ${before})`);
}
