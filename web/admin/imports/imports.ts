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

/** Answer of `/api/admin/imports`, the newest first. */
export interface ImportsAnswer {
  mayMoveIn: boolean;
  imports: ListedImport[];
}
