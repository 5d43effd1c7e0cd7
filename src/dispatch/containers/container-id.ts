import { createHash } from 'node:crypto';

export type ContainerType = 'ORGANIZATION' | 'TEAM' | 'WORKER';

/**
 * A container's ID follows from its owner, so that a container which was never used, and has no row, has one too.
 * 24 digits of base 16: no client looks closer, and the owner's ID holds the randomness.
 */
export function containerId(organizationId: string, type: ContainerType, ownerId: string): string {
  return createHash('sha256').update(`${organizationId} ${type} ${ownerId}`).digest('hex').slice(0, 24);
}
