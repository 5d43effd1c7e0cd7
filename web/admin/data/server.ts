/** Answer of `/api/admin/server`. */
export interface ServerAnswer {
  version: string;
  findings: { check: string; state: 'ok' | 'warn' | 'fail'; detail: string }[] | null;
  missing: ('publicUrl' | 'https' | 'mail' | 'sms')[];
  publicUrl: string | null;
  mail: { isSent: boolean; from: string | null };
  sms: { isSent: boolean; provider: string | null };
  files: { used: number; quota: number | null };
  map: { isFileSet: boolean; file: string | null };
}
