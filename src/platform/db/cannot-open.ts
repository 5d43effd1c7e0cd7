/** The database cannot be opened, for a reason the operator can do something about: the message is printed as it is. */
export class CannotOpenDatabase extends Error {
  override name = 'CannotOpenDatabase';
  /** Printed without a stack. */
  readonly expected = true;
}
