/** Apps in a browser, each at the address of its name, in the order in which people see them. Whoever has several starts with the first. */
export const APPS = ['dispatch', 'chat', 'driver', 'admin'] as const;
export type App = (typeof APPS)[number];

/**
 * Returns the apps that somebody may use.
 * @param accounts theirs, by app
 * @param isManager whether they manage the organization
 */
export function usableApps(accounts: Partial<Record<Exclude<App, 'admin'>, unknown>>, isManager: boolean): App[] {
  return APPS.filter((app) => (app === 'admin' ? isManager : accounts[app] != null));
}
