import type { IncomingHttpHeaders } from 'node:http';
import { listCredentialsOf } from '../credentials/credentials.ts';
import { noteKeyUse } from '../credentials/key-uses.ts';
import type { Reader } from '../db/reader.ts';
import { defineFact } from '../events/facts.ts';
import type { Services } from '../services.ts';
import { callOf } from './calls.ts';
import { findScopes } from './queries.ts';
import type { KeyScope } from './scope.ts';

const assistantScopes = defineFact('assistant key', ['platform.assistant_keys', 'platform.credentials']);

/** An assistant that asks for a person. */
export interface Assistant {
  organizationId: string;
  scope: KeyScope;
}

/** The assistant whose key this is; undefined: the key is unknown, revoked, or another kind of key. */
export async function identifyAssistant(services: Services, key: string): Promise<Assistant | undefined> {
  const { credentials, state } = services;
  let identity = await credentials.identify(key);
  if (identity) {
    await state.confirm(identity.organizationId);
    identity = await credentials.identify(key);
  }
  if (identity?.kind !== 'assistant' || identity.subject === null) return undefined;
  const { organizationId, credentialId, subject: personId } = identity;
  const row = await state
    .of(organizationId)
    .read(assistantScopes, credentialId, async (reader) => (await findScopes(reader, [credentialId]))[0]);
  if (!row) return undefined;
  noteKeyUse(services, identity);
  return { organizationId, scope: { ...row, personId } };
}

/**
 * The assistant for which a tool makes this request within the program; undefined: nobody does. The key is looked at again
 * for each request, so that a revoked one opens nothing in the middle of a tool either.
 */
export async function assistantOf(
  services: Services,
  headers: Pick<IncomingHttpHeaders, 'authorization'>,
): Promise<Assistant | undefined> {
  const call = callOf(services, headers);
  const assistant = call && (await identifyAssistant(services, call.key));
  if (!assistant || call.mayWrite) return assistant;
  return { ...assistant, scope: { ...assistant.scope, mayWrite: false } };
}

/** A key for an assistant as its owner sees it. */
export interface ListedKey extends Omit<KeyScope, 'personId'> {
  label: string;
  createdAt: Date;
  /** Roughly: an hour; null: never. */
  usedAt: Date | null;
}

/** A person's keys for assistants that are in use, newest first. */
export async function keysOfAssistants(reader: Reader, personId: string): Promise<ListedKey[]> {
  const owner = { organizationId: reader.organizationId, kind: 'assistant', subject: personId } as const;
  const keys = await listCredentialsOf(reader, owner);
  const ids = keys.map(({ id }) => id);
  const scopes = new Map((await findScopes(reader, ids)).map((scope) => [scope.credentialId, scope]));
  return keys.flatMap(({ id, label, created_at: createdAt, used_at: usedAt }) => {
    const scope = scopes.get(id);
    return scope ? [{ ...scope, label, createdAt, usedAt }] : [];
  });
}
