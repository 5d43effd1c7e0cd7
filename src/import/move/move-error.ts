/** Why an organization is not moved, or not any further. The message is for the operator, whole and ready to print. */
export class MoveError extends Error {
  /** Printed without a stack. */
  readonly expected = true;
}
