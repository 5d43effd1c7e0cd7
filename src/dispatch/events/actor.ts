import { type ActionContext, actionContext, type DispatchCaller } from '../http/caller.ts';

/** Who does something, and where this server is reached: what every event carries in addition to its object. */
export interface Actor {
  /** Of the organization in which it is done. */
  caller: DispatchCaller;
  publicUrl: string;
  /** The organization that has it done by another one's; absent: it is the caller's own. */
  orderedBy?: string;
}

/**
 * Who did something, as an organization's own events name them: of another organization's people and keys they have
 * nothing, not their IDs either (src/dispatch/tasks/README.md).
 */
export function actorWithin(
  { caller, orderedBy }: Omit<Actor, 'publicUrl'>,
  organizationId: string,
): ActionContext | undefined {
  return (orderedBy ?? caller.organizationId) === organizationId ? actionContext(caller) : undefined;
}
