import type { Visitor } from './page.ts';

/** Apps in a browser, each with its own address. People with several start with the first. */
export const APPS = ['dispatch', 'chat', 'driver', 'admin'] as const;
export type App = (typeof APPS)[number];

/** The apps that somebody may use. */
export function appsOf({ accounts, isAdministrator, isOwner }: Visitor): App[] {
  const may: Record<App, boolean> = {
    dispatch: accounts.dispatch !== undefined,
    chat: accounts.chat !== undefined,
    driver: accounts.driver !== undefined,
    admin: isAdministrator || isOwner,
  };
  return APPS.filter((app) => may[app]);
}
