/** The database cannot be opened, for a reason the operator can do something about: message and cause are printed as they are. */
export class CannotOpenDatabase extends Error {
  override name = 'CannotOpenDatabase';
  /** Printed without a stack. */
  readonly expected = true;
}
