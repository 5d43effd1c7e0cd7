import type { Tx } from '../../platform/db/tx.ts';
import { type ChatEvent, emitChatEvent } from '../events/emit.ts';
import { badRequest } from '../http/errors.ts';
import { deleteSnippet, insertSnippet, loadSnippetsOf, updateSnippet } from './queries.ts';
import { MAX_SNIPPETS, presentSnippet, type SavedSnippet } from './saved-snippet.ts';

/** @throws {ChatError} `BAD_REQUEST` when the person has too many */
export async function doCreateSnippet(
  tx: Tx,
  organizationId: string,
  userId: number,
  given: Pick<SavedSnippet, 'title' | 'content'>,
): Promise<SavedSnippet> {
  // Of two at once, the second counts the first.
  await tx.position(organizationId);
  if ((await loadSnippetsOf(tx, organizationId, userId)).length >= MAX_SNIPPETS)
    throw badRequest(`You cannot have more than ${MAX_SNIPPETS} saved snippets.`);
  const snippet = await insertSnippet(tx, organizationId, userId, given);
  emit(tx, organizationId, userId, { op: 'add', saved_snippet: presentSnippet(snippet) });
  return snippet;
}

/** @throws {ChatError} `BAD_REQUEST` when the person has no such snippet */
export async function doUpdateSnippet(
  tx: Tx,
  organizationId: string,
  userId: number,
  changes: { id: number; title: string | undefined; content: string | undefined },
): Promise<void> {
  const snippet = await updateSnippet(tx, organizationId, userId, changes);
  if (!snippet) throw badRequest('Saved snippet does not exist.');
  emit(tx, organizationId, userId, { op: 'update', saved_snippet: presentSnippet(snippet) });
}

/** @throws {ChatError} `BAD_REQUEST` when the person has no such snippet */
export async function doDeleteSnippet(tx: Tx, organizationId: string, userId: number, id: number): Promise<void> {
  if (!(await deleteSnippet(tx, organizationId, userId, id))) throw badRequest('Saved snippet does not exist.');
  emit(tx, organizationId, userId, { op: 'remove', saved_snippet_id: id });
}

function emit(tx: Tx, organizationId: string, userId: number, event: Omit<ChatEvent, 'type'>): void {
  emitChatEvent(tx, organizationId, [`user:${userId}`], { type: 'saved_snippets', ...event }, { state: false });
}
