import { Refusal } from '../../shared/session/request.ts';
import { timeOfDay } from '../../shared/ui/time.tsx';
import { nameOfActor } from './names.ts';

/** Author of a conflicting change, as the server names them in error 2401. */
interface Mismatch {
  type: 'versionMismatch';
  version: number;
  time: number;
  by: { type: string; id: string; name: string | null } | null;
}

/** Returns the author and time of a conflicting change and the new version; undefined for any other error. */
export function conflictOf(error: unknown): { who: string; time: string; version: number } | undefined {
  const cause = error instanceof Refusal ? (error.extra.cause as Mismatch | undefined) : undefined;
  if (cause?.type !== 'versionMismatch') return undefined;
  const { by, time, version } = cause;
  return { who: by?.name ?? nameOfActor(by ?? undefined), time: timeOfDay(new Date(time)), version };
}
