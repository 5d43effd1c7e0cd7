/** Queue of the job that pushes to a person's devices. */
export const PUSH_QUEUE = 'chat-pushes';

/** What one person's devices are to be told: of a message, or that messages were read or deleted. */
export interface PushJob {
  kind: 'message' | 'remove';
  organizationId: string;
  userId: number;
  messageIds: number[];
  /** Devices that could not be told before, by the digest of their token; undefined: all. */
  only?: string[];
  /** From 1. */
  attempt?: number;
}
