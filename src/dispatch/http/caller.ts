/** What of its organization's fleet a caller sees (src/dispatch/live/README.md). */
export interface Sight {
  /** The teams that an administrator manages; null: there is no limit. */
  readonly teams: readonly string[] | null;
}

/** The sight of the organization's own key, of the super administrator, and of who manages no team. */
export const WHOLE_SIGHT: Sight = { teams: null };

/** Who calls the dispatch API. */
export type DispatchCaller =
  | {
      kind: 'key';
      organizationId: string;
      credentialId: string;
      /** Whose key it is, when it is not the organization's. */
      administratorId?: string;
      sight: Sight;
    }
  | { kind: 'worker'; organizationId: string; credentialId: string; workerId: string };

/** A caller with an API key, the organization's or an administrator's. */
export type KeyCaller = Extract<DispatchCaller, { kind: 'key' }>;
/** A caller with a worker's token. */
export type WorkerCaller = Extract<DispatchCaller, { kind: 'worker' }>;

/** Who may call an operation at all. */
export type Access = 'anyone' | 'apiKey' | 'worker';

/** Who did something, as events carry it. */
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

/** Whose sight a request is answered by: who may do something for others (a device, a background job of before) sees all. */
export function viewerOf(caller: DispatchCaller): { organizationId: string; sight: Sight } {
  const { organizationId } = caller;
  return { organizationId, sight: (caller.kind === 'key' ? caller.sight : undefined) ?? WHOLE_SIGHT };
}
