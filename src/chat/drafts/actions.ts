import type { Tx } from '../../platform/db/tx.ts';
import { type ChatEvent, emitChatEvent } from '../events/emit.ts';
import { badRequest } from '../http/errors.ts';
import { type Draft, MAX_DRAFTS, presentDraft } from './draft.ts';
import { countDraftsOf, deleteDrafts, insertDrafts, updateDraft } from './queries.ts';

/** Keeps drafts; gives them with their IDs. @throws {ChatError} `BAD_REQUEST` when the person has too many */
export async function doCreateDrafts(
  tx: Tx,
  organizationId: string,
  userId: number,
  drafts: readonly Omit<Draft, 'id'>[],
): Promise<Draft[]> {
  if (drafts.length === 0) return [];
  if ((await countDraftsOf(tx, organizationId, userId)) + drafts.length > MAX_DRAFTS)
    throw badRequest(`You cannot have more than ${MAX_DRAFTS} drafts.`);
  const created = await insertDrafts(tx, organizationId, userId, drafts);
  emit(tx, organizationId, userId, { op: 'add', drafts: created.map(presentDraft) });
  return created;
}

/** @throws {ChatError} `BAD_REQUEST` when the person has no such draft */
export async function doUpdateDraft(tx: Tx, organizationId: string, userId: number, draft: Draft): Promise<void> {
  const updated = await updateDraft(tx, organizationId, userId, draft);
  if (!updated) throw badRequest('Draft does not exist');
  emit(tx, organizationId, userId, { op: 'update', draft: presentDraft(updated) });
}

/** @throws {ChatError} `BAD_REQUEST` when the person has no such draft */
export async function doDeleteDraft(tx: Tx, organizationId: string, userId: number, id: number): Promise<void> {
  const deleted = await deleteDrafts(tx, organizationId, userId, id);
  if (deleted.length === 0) throw badRequest('Draft does not exist');
  emit(tx, organizationId, userId, { op: 'remove', draft_id: id });
}

/** Deletes a person's drafts, when they no longer want them here (spec: chat 4.2). */
export async function doDeleteDraftsOf(tx: Tx, organizationId: string, userId: number): Promise<void> {
  for (const draft_id of await deleteDrafts(tx, organizationId, userId, 'all'))
    emit(tx, organizationId, userId, { op: 'remove', draft_id });
}

function emit(tx: Tx, organizationId: string, userId: number, event: Omit<ChatEvent, 'type'>): void {
  emitChatEvent(tx, organizationId, [`user:${userId}`], { type: 'drafts', ...event }, { state: false });
}
