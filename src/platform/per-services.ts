import type { Services } from './services.ts';

/**
 * Makes a thing once for each running program, when it is first asked for. It is not a variable of its module because
 * a test process runs several programs.
 */
export function perServices<T>(make: (services: Services) => T): (services: Services) => T {
  const made = new WeakMap<Services, { thing: T }>();
  return (services) => {
    let holder = made.get(services);
    if (!holder) {
      holder = { thing: make(services) };
      made.set(services, holder);
    }
    return holder.thing;
  };
}
