/** The kind of the event after which clients and caches begin anew: somebody is no longer who they were. */
export const ERASURE_EVENT = 'person_erased';
