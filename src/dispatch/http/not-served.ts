/** Paths of the vendor's that are left out on purpose (docs/coverage.md), and what there is instead. */
const NOT_SERVED: readonly [path: RegExp, pointer: string][] = [
  [
    /^\/taskOrders(\/|$)/,
    'Orders are not supported. Create a pickup and a drop-off with POST /tasks instead: the drop-off with `dependencies`, both with the same `orderShortId`.',
  ],
  [
    /^\/deliveryServices(\/|$)/,
    'Delivery services and quotes are not supported. GET /teams/{teamId}/estimate returns the earliest arrival of a team.',
  ],
];

/** Returns the alternative to a path that is left out on purpose; undefined for any other path. */
export function pointerFor(path: string): string | undefined {
  return NOT_SERVED.find(([pattern]) => pattern.test(path))?.[1];
}
