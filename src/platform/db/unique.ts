/**
 * Runs a statement that a unique index may refuse, and turns that refusal into `refusal`'s error. The transaction is
 * over then, so this is for what ends the request; an insert that may go on says `on conflict do nothing` instead.
 */
export async function onUniqueViolation<T>(index: string, statement: Promise<T>, refusal: () => Error): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    if (isUniqueViolation(error) && (error as { constraint?: string }).constraint === index) throw refusal();
    throw error;
  }
}

/** Whether a unique index refused a statement. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: string }).code === '23505';
}
