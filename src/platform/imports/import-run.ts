/** State of an import. */
export type ImportPhase = 'uploading' | 'reading' | 'checked' | 'writing' | 'ended' | 'failed';

/** A line of a dry run's table: how many come, come changed or stay behind, and why. */
export interface ImportReportRow {
  what: string;
  comes: number;
  changed: number;
  stays: number;
  why: string;
}

/** An import as people follow it. */
export interface ImportRun {
  /** The organization that it writes to. */
  organizationId: string;
  id: string;
  /** The program that the data is of. */
  source: string;
  phase: ImportPhase;
  /** Things written. */
  done: number;
  /** Things in all; null: not read yet. */
  total: number | null;
  report: readonly ImportReportRow[] | null;
  /** The sentence of a failure. */
  failure: string | null;
  begunAt: Date;
  steppedAt: Date;
  endedAt: Date | null;
  /** The owner's account, where the import began on a page. */
  ownerUserId: number | null;
  /** The uploaded archive. */
  fileId: string | null;
}

/** Queue of the job that reads and writes uploaded archives. Its data has no organization: that is shut meanwhile. */
export const MOVE_IN_QUEUE = 'move-in';

export interface MoveInJob {
  run: string;
}

/** Whether an archive may be uploaded: none was written yet. */
export function takesArchive({ phase, total }: Pick<ImportRun, 'phase' | 'total'>): boolean {
  return phase === 'uploading' || phase === 'checked' || (phase === 'failed' && total === null);
}

/** Whether what was read may be written, for the first time or once more. */
export function mayWrite({ phase, total, fileId }: Pick<ImportRun, 'phase' | 'total' | 'fileId'>): boolean {
  return fileId !== null && (phase === 'checked' || (phase === 'failed' && total !== null));
}

/** Whether nothing of it is or was written: then its organization can be given up. */
export function isUnwritten({ phase, done }: Pick<ImportRun, 'phase' | 'done'>): boolean {
  return done === 0 && phase !== 'writing' && phase !== 'ended';
}
