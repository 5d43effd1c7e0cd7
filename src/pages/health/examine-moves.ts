import { loadOpenMoves, type OrganizationMove } from '../../platform/moves/access.ts';
import type { Services } from '../../platform/services.ts';
import type { HealthWords } from '../../platform/texts/health-words.ts';
import type { Finding } from './finding.ts';

/** Moves that are named. */
const MAX_NAMED = 5;

/**
 * Reports moves of organizations that are not over, and the command that continues each; nothing where there are no cells. Whether a
 * command is still running is not known here: it may run on any machine.
 */
export async function examineMoves({ cells, database }: Services, { texts, time }: HealthWords): Promise<Finding[]> {
  if (!cells) return [];
  const check = texts.checks.moves;
  const moves = await loadOpenMoves(database.reader);
  if (moves.length === 0) return [{ check, state: 'ok', detail: texts.moves.none }];
  const sentences = moves.slice(0, MAX_NAMED).map((move) => {
    const { id, cell, state, changedAt } = move;
    return texts.moves[kindOf(move)]({ id, cell, own: cells.name, state, since: time(changedAt) });
  });
  if (moves.length > MAX_NAMED) sentences.push(texts.moves.more({ count: moves.length - MAX_NAMED }));
  return [{ check, state: 'warn', detail: sentences.join('; ') }];
}

const kindOf = ({ isSource, state }: OrganizationMove) => {
  if (state === 'switched') return isSource ? 'left' : 'come';
  return isSource ? 'leaving' : 'coming';
};
