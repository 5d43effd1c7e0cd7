/** The cell directory does not respond. Nothing was changed; the cells serve on. */
export class CellDirectoryAway extends Error {
  /** Printed without a stack. */
  readonly expected = true;

  constructor(cause: unknown) {
    super(`The cell directory cannot be reached: ${(cause as Error).message || 'no connection'}.`, { cause });
  }
}

/** The cell directory forbids what was asked of it. The message is for the operator, whole and ready to print. */
export class CellRefusal extends Error {
  /** Printed without a stack. */
  readonly expected = true;
}

/** A host is another cell's, or a cell's own. */
export class HostOfOtherCell extends Error {
  readonly host: string;

  constructor(host: string) {
    super(`${host} belongs to another cell`);
    this.host = host;
  }
}

/** A request came to a cell that does not serve its host (RFC 9110, 15.5.20). Nothing was read or written for it. */
export class Misdirected extends Error {
  readonly statusCode = 421;
  /** The host that was asked for. */
  readonly host: string;
  /** Name of the cell that serves it. */
  readonly cell: string;

  constructor(host: string, cell: string) {
    super(`Another cell serves ${host}: ${cell}`);
    this.host = host;
    this.cell = cell;
  }
}
