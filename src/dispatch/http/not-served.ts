/** Paths of the vendor's that are left out on purpose (docs/coverage.md), and what there is instead. */
const NOT_SERVED: readonly [path: RegExp, pointer: string][] = [
  [
    /^\/taskOrders(\/|$)/,
    'Orders are not served. An order is a pickup and a drop-off that depends on it: POST /tasks twice, the second with `dependencies`, both with the same `orderShortId`.',
  ],
  [
    /^\/deliveryServices(\/|$)/,
    'Delivery services and quotes are not served. GET /teams/{teamId}/estimate says when a team could be there.',
  ],
];

/** What to do instead of a request to a path that is left out on purpose; undefined for any other path. */
export function pointerFor(path: string): string | undefined {
  return NOT_SERVED.find(([pattern]) => pattern.test(path))?.[1];
}
