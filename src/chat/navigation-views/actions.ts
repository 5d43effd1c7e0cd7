import type { Tx } from '../../platform/db/tx.ts';
import { type ChatEvent, emitChatEvent } from '../events/emit.ts';
import { badRequest } from '../http/errors.ts';
import { MAX_VIEWS, type NavigationView } from './navigation-view.ts';
import { deleteView, loadViewsOf, saveView } from './queries.ts';

/** @throws {ChatError} `BAD_REQUEST` when the person has it, or too many */
export async function doCreateView(
  tx: Tx,
  organizationId: string,
  userId: number,
  view: NavigationView,
): Promise<void> {
  await tx.position(organizationId);
  const views = await loadViewsOf(tx, organizationId, userId);
  if (views.some(({ fragment }) => fragment === view.fragment)) throw badRequest('Navigation view already exists.');
  if (views.length >= MAX_VIEWS) throw badRequest(`You cannot have more than ${MAX_VIEWS} navigation views.`);
  await saveView(tx, organizationId, userId, view);
  emit(tx, organizationId, userId, { op: 'add', navigation_view: view });
}

/** @param data what changes of it */
export async function doUpdateView(
  tx: Tx,
  organizationId: string,
  userId: number,
  view: NavigationView,
  data: Partial<Omit<NavigationView, 'fragment'>>,
): Promise<void> {
  await saveView(tx, organizationId, userId, { ...view, ...data });
  emit(tx, organizationId, userId, { op: 'update', fragment: view.fragment, data });
}

export async function doDeleteView(tx: Tx, organizationId: string, userId: number, fragment: string): Promise<void> {
  await deleteView(tx, organizationId, userId, fragment);
  emit(tx, organizationId, userId, { op: 'remove', fragment });
}

function emit(tx: Tx, organizationId: string, userId: number, event: Omit<ChatEvent, 'type'>): void {
  emitChatEvent(tx, organizationId, [`user:${userId}`], { type: 'navigation_view', ...event }, { state: false });
}
