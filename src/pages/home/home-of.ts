import type { App } from '../../../rules/apps.ts';
import type { Services } from '../../platform/services.ts';
import { lastAppInCookie } from '../../platform/sessions/cookie.ts';
import { appsOf } from '../http/apps.ts';
import type { PageRequest, Visitor } from '../http/page.ts';
import { isUnderWay, progressOf } from '../setup/steps.ts';

/**
 * Returns the start page of a person: a new organization's checklist until it is done or dismissed, then the app last
 * opened in this browser, then the dispatcher's console, the chat or the driver's app. People with none of them go to
 * their account.
 */
export async function homeOf({ services, cookie }: PageRequest, visitor: Visitor): Promise<string> {
  if (visitor.isAdministrator && isUnderWay(await progressOf(services, visitor))) return '/welcome';
  const app = appOf(services, cookie, visitor);
  return app === undefined ? '/account' : `/${app}`;
}

function appOf(services: Services, cookie: string | undefined, visitor: Visitor): App | undefined {
  if (!services.config.web) return undefined;
  const apps = appsOf(visitor);
  const last = lastAppInCookie(services, { cookie });
  // The administration is somebody's place only when they have chosen it.
  return apps.find((app) => app === last) ?? apps.find((app) => app !== 'admin');
}
