/** The SQLSTATE of `platform.note_move`. */
const MOVED = 'HB421';

/** Whether a write was refused because its organization has moved to another cell. */
export function isMoved(error: unknown): boolean {
  return (error as { code?: unknown }).code === MOVED;
}
