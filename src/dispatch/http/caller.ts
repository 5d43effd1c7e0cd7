/** Who calls the dispatch API. */
export type DispatchCaller =
  | {
      kind: 'key';
      organizationId: string;
      credentialId: string;
      /** Whose key it is, when it is not the organization's. */
      administratorId?: string;
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
