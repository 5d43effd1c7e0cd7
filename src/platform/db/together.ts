/** `in_failed_sql_transaction` (PostgreSQL, appendix A). */
const IN_FAILED_TRANSACTION = '25P02';

/**
 * Waits for statements of one transaction that were sent without waiting for each other: PostgreSQL runs them in the order in which they
 * were sent, each seeing what those before it did, for the price of one round trip.
 * @throws what the first of them, in their order, failed with for a reason of its own: the others fail since the transaction has failed. None is under
 * way any more.
 */
export async function together<Results extends readonly unknown[]>(
  sent: readonly [...{ [Index in keyof Results]: Promise<Results[Index]> }],
): Promise<Results> {
  const settled = await Promise.allSettled(sent);
  const failures = settled.filter((one): one is PromiseRejectedResult => one.status === 'rejected');
  const failed = failures.find(({ reason }) => reason?.code !== IN_FAILED_TRANSACTION) ?? failures[0];
  if (failed) throw failed.reason;
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as unknown as Results;
}
