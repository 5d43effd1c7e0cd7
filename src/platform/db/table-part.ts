/** A part of a table as it lies on the disk: from one place (`ctid`) up to another, which is not in it. */
export interface TablePart {
  from: string;
  upTo: string;
}
