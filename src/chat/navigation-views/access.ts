import type { Tx } from '../../platform/db/tx.ts';
import type { ChatCaller } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import type { NavigationView } from './navigation-view.ts';
import { loadViewsOf } from './queries.ts';

export { loadViewsOf } from './queries.ts';

/** One of the caller's views. @throws {ChatError} `BAD_REQUEST` */
export async function accessView(tx: Tx, caller: ChatCaller, fragment: string): Promise<NavigationView> {
  await tx.position(caller.organizationId);
  const views = await loadViewsOf(tx, caller.organizationId, caller.userId);
  const view = views.find((each) => each.fragment === fragment);
  if (!view) throw badRequest('Navigation view does not exist.');
  return view;
}
