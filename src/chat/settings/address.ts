import type { Services } from '../../platform/services.ts';

/**
 * The host in the dummy addresses `user{id}@{host}` (spec: chat 2, User.email): without the port, so that it can stand
 * in an e-mail address.
 */
export function realmHost(services: Pick<Services, 'publicUrl'>): string {
  return new URL(services.publicUrl()).hostname;
}
