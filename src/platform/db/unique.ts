/**
 * Runs a statement that a unique index may refuse, and turns that refusal into `refusal`'s error. The transaction is
 * over then, so this is for what ends the request; an insert that may go on says `on conflict do nothing` instead.
 */
export async function onUniqueViolation<T>(index: string, statement: Promise<T>, refusal: () => Error): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === index) throw refusal();
    throw error;
  }
}
