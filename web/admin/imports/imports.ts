/** An import, as `/api/admin/imports` has it. */
export interface ListedImport {
  id: string;
  source: string;
  organization: { id: string; name: string };
  phase: 'uploading' | 'reading' | 'checked' | 'writing' | 'ended' | 'failed';
  done: number;
  total: number | null;
  begunAt: string;
  steppedAt: string;
  endedAt: string | null;
  failure: string | null;
}

/** Imported people who cannot sign in yet. */
export interface Invitable {
  /** People whom an invitation by e-mail can reach. */
  waiting: number;
  withoutAddress: number;
}

/** Answer of `/api/admin/imports`, the newest first. */
export interface ImportsAnswer {
  mayMoveIn: boolean;
  invitable: Invitable;
  imports: ListedImport[];
}
