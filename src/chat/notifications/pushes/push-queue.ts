/** Queue of the job that pushes to a person's devices. */
export const PUSH_QUEUE = 'chat-pushes';

/** A notification for one person's devices: of a message, or that messages were read or deleted. */
export interface PushJob {
  kind: 'message' | 'remove';
  organizationId: string;
  userId: number;
  messageIds: number[];
  /** Devices that failed before, by the digest of their token; undefined: all. */
  only?: string[];
  /** From 1. */
  attempt?: number;
}
