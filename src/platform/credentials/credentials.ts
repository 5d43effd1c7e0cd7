import { createHash } from 'node:crypto';
import type { Cache, Caches } from '../caches.ts';
import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { TablePart } from '../db/table-part.ts';
import type { PlainTx } from '../db/tx.ts';
import { defineFact } from '../events/facts.ts';
import type { OrganizationState } from '../events/organization-state.ts';
import { newObjectId, randomText } from '../ids.ts';

const identities = defineFact('credential', ['platform.credentials', 'platform.organizations']);

/**
 * API of a key, and its owner on the dispatch side: the organization, a worker's device or an administrator. A
 * session's key is a browser's cookie and opens nothing else; a person's key for an assistant only opens `/mcp`.
 */
export type CredentialKind = 'chat' | 'dispatch' | 'worker' | 'administrator' | 'session' | 'assistant';

/** Owner of the given key. */
export interface Identity {
  organizationId: string;
  credentialId: string;
  kind: CredentialKind;
  /** The user, worker, administrator or person; null for the organization's own dispatch key. */
  subject: string | null;
  /** Last use, to the hour; null: never. */
  usedAt: Date | null;
  /** Only for a session's key. */
  session?: SessionFacts;
}

/** Data of a session beside its key. */
export interface SessionFacts {
  createdAt: Date;
  /** Roughly. */
  usedAt: Date;
  expiresAt: Date;
  isShared: boolean;
}

/** 32 characters of 5.95 bits: 190 random bits. */
const KEY_LENGTH = 32;

/** Keys are random and long, so a plain digest is safe, and looking it up by equality tells nothing about the key. */
function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** A key to make. */
export interface NewCredential {
  organizationId: string;
  kind: CredentialKind;
  subject: string | null;
  label?: string;
  session?: SessionFacts;
  /** Whether it comes of a sign-in, which is what the audit log has then. */
  bySignIn?: true;
}

/** Makes a key and keeps its digest. The key itself is seen here only. */
export async function createCredential(tx: PlainTx, credential: NewCredential): Promise<{ id: string; key: string }> {
  const { session } = credential;
  const id = newObjectId();
  const key = randomText(KEY_LENGTH);
  await tx.run(sql`
    insert into platform.credentials (organization_id, id, kind, subject, label, hash, created_at, used_at, expires_at, is_shared)
    values (${credential.organizationId}, ${id}, ${credential.kind}, ${credential.subject}, ${credential.label ?? ''}, ${digest(key)}, ${tx.now},
      ${session?.usedAt ?? null}, ${session?.expiresAt ?? null}, ${session?.isShared ?? false})`);
  const { organizationId, kind, subject, label } = credential;
  const line = { event: 'key_made', organization: organizationId, key: id, kind, subject } as const;
  if (credential.bySignIn || kind === 'session') tx.logAtCommit(line);
  else
    tx.audit(
      {
        organizationId,
        action: 'key.made',
        object: { kind: 'key', id, name: label ?? '' },
        details: { kind: { to: kind }, owner: { to: subject } },
      },
      line,
    );
  return { id, key };
}

/** A key as it is kept: the key itself is not. */
export interface CredentialRow {
  id: string;
  kind: CredentialKind;
  subject: string | null;
  label: string;
  created_at: Date;
  /** Roughly: an hour. */
  used_at: Date | null;
  revoked_at: Date | null;
}

/** All keys of an organization but those of browsers, newest first, without the keys themselves. */
export function listCredentials(reader: PlainReader, organizationId: string): Promise<CredentialRow[]> {
  return reader.all(sql<CredentialRow>`
    select id, kind, subject, label, created_at, used_at, revoked_at from platform.credentials
    where organization_id = ${organizationId} and kind <> 'session' order by created_at desc, id`);
}

/** Owner of the keys. */
export interface CredentialOwner {
  organizationId: string;
  kind: CredentialKind;
  subject: string | null;
}

type KeyInUse = Pick<CredentialRow, 'id' | 'label' | 'created_at' | 'used_at'>;

/** As many keys of one owner are shown; there is no use for more. */
const MAX_LISTED = 200;

/** Keys of one owner that are in use, newest first. */
export function listCredentialsOf(
  reader: PlainReader,
  { organizationId, kind, subject }: CredentialOwner,
): Promise<KeyInUse[]> {
  return reader.all(sql<KeyInUse>`
    select id, label, created_at, used_at from platform.credentials
    where organization_id = ${organizationId} and kind = ${kind} and subject is not distinct from ${subject}
      and revoked_at is null
    order by created_at desc, id limit ${MAX_LISTED}`);
}

/** Returns the label of a key; null if it does not exist. */
export async function labelOfCredential(
  reader: PlainReader,
  organizationId: string,
  id: string,
): Promise<string | null> {
  const row = await reader.first(sql<{ label: string }>`
    select label from platform.credentials where organization_id = ${organizationId} and id = ${id}`);
  return row?.label ?? null;
}

/** Whether a key still opens something, by what the database has now. */
export async function isInUse(reader: PlainReader, organizationId: string, id: string): Promise<boolean> {
  const row = await reader.first(sql`
    select from platform.credentials where organization_id = ${organizationId} and id = ${id} and revoked_at is null`);
  return row !== undefined;
}

/** Deletes keys that were revoked before a time. */
export function deleteRevokedCredentials(tx: PlainTx, before: Date, { from, upTo }: TablePart): Promise<number> {
  return tx.run(sql`
    delete from platform.credentials
    where ctid >= ${from}::tid and ctid < ${upTo}::tid and kind <> 'session' and revoked_at <= ${before}`);
}

/** Makes one key of an owner useless, at once, in every process. False when they have no such key in use. */
export async function revokeCredentialOf(tx: PlainTx, owner: CredentialOwner, id: string): Promise<boolean> {
  const { organizationId, kind, subject } = owner;
  const row = await tx.first(sql`
    select from platform.credentials
    where organization_id = ${organizationId} and id = ${id} and kind = ${kind}
      and subject is not distinct from ${subject}`);
  return row !== undefined && revokeCredential(tx, organizationId, id);
}

/** Makes one key useless, at once, in every process. False when there is no such key in use. */
export async function revokeCredential(tx: PlainTx, organizationId: string, id: string): Promise<boolean> {
  const revoked = await tx.first(sql<Pick<CredentialRow, 'kind' | 'subject' | 'label'>>`
    update platform.credentials set revoked_at = ${tx.now}
    where organization_id = ${organizationId} and id = ${id} and revoked_at is null returning kind, subject, label`);
  if (!revoked) return false;
  const { kind, subject, label } = revoked;
  emitCredentialChange(tx, organizationId, id);
  tx.audit(
    {
      organizationId,
      action: kind === 'session' ? 'session.ended' : 'key.revoked',
      object: { kind: kind === 'session' ? 'session' : 'key', id, name: label },
      details: { kind: { from: kind }, owner: { from: subject } },
    },
    { event: 'key_revoked', organization: organizationId, key: id, keys: 1 },
  );
  return true;
}

/** Makes every key of a person useless, as their deactivation or removal does. @param except one that stays */
export async function revokeCredentialsOf(
  tx: PlainTx,
  organizationId: string,
  kind: CredentialKind,
  subject: string,
  except?: string,
): Promise<void> {
  const revoked = await tx.run(sql`
    update platform.credentials set revoked_at = ${tx.now}
    where organization_id = ${organizationId} and kind = ${kind} and subject = ${subject} and revoked_at is null
      and id is distinct from ${except ?? null}`);
  if (revoked > 0) emitRevocation(tx, { organizationId, kind, subject }, revoked);
}

/** Signs several people out of all browsers. */
export async function revokeSessionsOf(tx: PlainTx, organizationId: string, people: readonly string[]): Promise<void> {
  const revoked = await tx.all(sql<{ subject: string; sessions: number }>`
    with revoked as (
      update platform.credentials set revoked_at = ${tx.now}
      where organization_id = ${organizationId} and kind = 'session' and subject = any(${people}::text[]) and revoked_at is null
      returning subject)
    select subject, count(*)::int as sessions from revoked group by subject order by subject`);
  for (const { subject, sessions } of revoked)
    emitRevocation(tx, { organizationId, kind: 'session', subject }, sessions);
}

/**
 * Retains a person's most recently created or used keys (with a label, if one is given) and revokes the others. A
 * sign-in does this by itself, so only the security log records it.
 */
export async function keepLatestCredentials(
  tx: PlainTx,
  owner: { organizationId: string; kind: CredentialKind; subject: string; label?: string },
  keep: number,
): Promise<void> {
  const revoked = await tx.run(sql`
    update platform.credentials set revoked_at = ${tx.now}
    where organization_id = ${owner.organizationId} and id in (
      select id from platform.credentials
      where organization_id = ${owner.organizationId} and kind = ${owner.kind} and subject = ${owner.subject}
        and (${owner.label ?? null}::text is null or label = ${owner.label ?? null}) and revoked_at is null
      order by greatest(created_at, used_at) desc, id offset ${keep})`);
  if (revoked === 0) return;
  const { organizationId, kind, subject } = owner;
  emitCredentialChange(tx, organizationId, subject);
  tx.logAtCommit({ event: 'key_revoked', organization: organizationId, kind, subject, keys: revoked });
}

/** Emits the cause that revoked all keys of an owner at once. */
function emitRevocation(
  tx: PlainTx,
  { organizationId, kind, subject }: CredentialOwner & { subject: string },
  revoked: number,
): void {
  emitCredentialChange(tx, organizationId, subject);
  tx.audit(
    {
      organizationId,
      action: kind === 'session' ? 'session.ended' : 'key.revoked',
      object: { kind: kind === 'session' ? 'session' : 'key', id: null, name: null },
      details: { kind: { from: kind }, owner: { from: subject }, keys: { from: revoked } },
    },
    { event: 'key_revoked', organization: organizationId, kind, subject, keys: revoked },
  );
}

function emitCredentialChange(tx: PlainTx, organizationId: string, id: string): void {
  tx.emit({
    organizationId,
    part: 'platform',
    kind: 'credentials_revoked',
    audience: [],
    payload: { id },
    state: true,
  });
}

/** A key's digest and whose it is. */
const KEPT_BYTES = 300;

interface IdentityRow extends Omit<Identity, 'session'> {
  createdAt: Date;
  expiresAt: Date | null;
  isShared: boolean;
}

interface Cached {
  identity: Identity;
  version: number;
}

/** Finds whose key it is. */
export class Credentials {
  readonly #reader: PlainReader;
  readonly #state: OrganizationState;
  readonly #cache: Cache<string, Cached>;

  constructor(reader: PlainReader, state: OrganizationState, caches: Caches) {
    this.#reader = reader;
    this.#state = state;
    this.#cache = caches.open({
      name: 'credentials',
      share: 3,
      sizeOf: () => KEPT_BYTES,
      organizationOf: (_key, { identity }) => identity.organizationId,
    });
  }

  /** The identity behind a key, or undefined when it is unknown or revoked. One query at most until some key or organization changes. */
  async identify(key: string): Promise<Identity | undefined> {
    const hash = digest(key);
    const cacheKey = hash.toString('base64');
    const cached = this.#cache.get(cacheKey);
    if (cached && cached.version === (await this.#state.version(cached.identity.organizationId, identities)))
      return cached.identity;
    this.#cache.delete(cacheKey);
    let organizationId = cached?.identity.organizationId;
    organizationId ??= (await this.#find(hash))?.organizationId;
    if (!organizationId) return undefined;
    // The version is read before the row that is kept under it, so that a revocation in between is not missed.
    const version = await this.#state.version(organizationId, identities);
    const identity = await this.#find(hash);
    if (identity) this.#cache.set(cacheKey, { identity, version });
    return identity;
  }

  /** The same by what the database has now. */
  identifyAnew(key: string): Promise<Identity | undefined> {
    this.#cache.delete(digest(key).toString('base64'));
    return this.identify(key);
  }

  async #find(hash: Buffer): Promise<Identity | undefined> {
    const row = await this.#reader.first(sql<IdentityRow>`
      select organization_id as "organizationId", id as "credentialId", kind, subject, used_at as "usedAt",
        created_at as "createdAt", expires_at as "expiresAt", is_shared as "isShared"
      from platform.credentials c where hash = ${hash} and revoked_at is null
        and exists (select from platform.open_organizations o where o.id = c.organization_id)`);
    if (!row) return undefined;
    const { createdAt, expiresAt, isShared, ...identity } = row;
    const { usedAt } = identity;
    return usedAt && expiresAt ? { ...identity, session: { createdAt, usedAt, expiresAt, isShared } } : identity;
  }
}
