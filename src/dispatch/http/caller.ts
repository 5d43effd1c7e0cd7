/** Part of the organization's fleet that a caller sees (src/dispatch/live/README.md). */
export interface Sight {
  /** The teams that an administrator manages; null: there is no limit. */
  readonly teams: readonly string[] | null;
}

/** The sight of the organization's own key, of the super administrator, and of who manages no team. */
export const WHOLE_SIGHT: Sight = { teams: null };

/** Caller of the dispatch API. */
export type DispatchCaller =
  | {
      kind: 'key';
      organizationId: string;
      credentialId: string;
      /** Administrator who owns the key; absent for the organization's own key. */
      administratorId?: string;
      sight: Sight;
    }
  | { kind: 'worker'; organizationId: string; credentialId: string; workerId: string };

/** A caller with an API key, the organization's or an administrator's. */
export type KeyCaller = Extract<DispatchCaller, { kind: 'key' }>;
/** A caller with a worker's token. */
export type WorkerCaller = Extract<DispatchCaller, { kind: 'worker' }>;

/** Minimum kind of caller that an operation requires. */
export type Access = 'anyone' | 'apiKey' | 'worker';

/** Author of an action as events carry it. */
export interface ActionContext {
  type: 'API' | 'ADMIN' | 'WORKER';
  id: string;
}

/** The caller as events carry it. */
export function actionContext(caller: DispatchCaller): ActionContext {
  if (caller.kind === 'worker') return { type: 'WORKER', id: caller.workerId };
  return caller.administratorId === undefined
    ? { type: 'API', id: caller.credentialId }
    : { type: 'ADMIN', id: caller.administratorId };
}

/**
 * Returns the sight that applies to the answer. Callers who act for others (a device, an older background job) see
 * everything.
 */
export function viewerOf(caller: DispatchCaller): { organizationId: string; sight: Sight } {
  const { organizationId } = caller;
  return { organizationId, sight: (caller.kind === 'key' ? caller.sight : undefined) ?? WHOLE_SIGHT };
}
