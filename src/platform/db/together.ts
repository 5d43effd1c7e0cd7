/**
 * Waits for statements of one transaction that were sent without waiting for each other: PostgreSQL runs them in the order in which they
 * were sent, each seeing what those before it did, for the price of one round trip.
 * @throws what the first of them, in their order, failed with: those after it fail for that alone. None is under way any more.
 */
export async function together<Results extends readonly unknown[]>(
  sent: readonly [...{ [Index in keyof Results]: Promise<Results[Index]> }],
): Promise<Results> {
  const settled = await Promise.allSettled(sent);
  const failed = settled.find((one): one is PromiseRejectedResult => one.status === 'rejected');
  if (failed) throw failed.reason;
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as unknown as Results;
}
