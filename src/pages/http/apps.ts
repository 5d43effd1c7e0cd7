import type { Visitor } from './page.ts';

/** What somebody works in, in a browser: each an address of its own. Whoever may use several is led to the first. */
export const APPS = ['dispatch', 'driver', 'admin'] as const;
export type App = (typeof APPS)[number];

/** The apps that somebody may use. */
export function appsOf({ accounts, isAdministrator, isOwner }: Visitor): App[] {
  const may: Record<App, boolean> = {
    dispatch: accounts.dispatch !== undefined,
    driver: accounts.driver !== undefined,
    admin: isAdministrator || isOwner,
  };
  return APPS.filter((app) => may[app]);
}
