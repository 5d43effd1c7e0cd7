/** One line of the log, as the API has it. */
export interface Entry {
  id: string;
  time: number;
  actor: { kind: string; id: string | null; name: string | null };
  action: string;
  object: { kind: string; id: string | null; name: string | null } | null;
  details: Record<string, { from?: unknown; to?: unknown } | null>;
  address: string | null;
  client: string | null;
}
