import { type ActionContext, actionContext, type DispatchCaller } from '../http/caller.ts';

/** Author of an action and the server's public URL, which every event carries in addition to its object. */
export interface Actor {
  /** Caller within the organization in which the action happens. */
  caller: DispatchCaller;
  publicUrl: string;
  /** The organization that has it done by another one's; absent: it is the caller's own. */
  orderedBy?: string;
}

/**
 * Returns the author as the organization's own events name them. Events carry nothing about people and keys of another
 * organization, not even their IDs (src/dispatch/tasks/README.md).
 */
export function actorWithin(
  { caller, orderedBy }: Omit<Actor, 'publicUrl'>,
  organizationId: string,
): ActionContext | undefined {
  return (orderedBy ?? caller.organizationId) === organizationId ? actionContext(caller) : undefined;
}
