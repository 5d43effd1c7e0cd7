/** Who calls the dispatch API. */
export type DispatchCaller =
  | { kind: 'key'; organizationId: string; credentialId: string }
  | { kind: 'worker'; organizationId: string; credentialId: string; workerId: string };

/** A caller with the organization's API key. */
export type KeyCaller = Extract<DispatchCaller, { kind: 'key' }>;
/** A caller with a worker's token. */
export type WorkerCaller = Extract<DispatchCaller, { kind: 'worker' }>;

/** Who may call an operation at all. */
export type Access = 'anyone' | 'apiKey' | 'worker';
