import { until } from '../../harness/clients.ts';

/** Waits until a process is ready. */
export function isServing(url: string): Promise<unknown> {
  return until(
    () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    `${url} to be ready`,
    120,
  );
}
