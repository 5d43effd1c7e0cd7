import { repeatsOf } from '../../../rules/repeated-lines.ts';
import type { FileTable } from '../../../rules/table-file.ts';
import { type guessWorkerMeanings, readWorkerLine, type WorkerLine } from '../../../rules/worker-lines.ts';
import { checkWorkers, doWriteWorkers } from '../../dispatch/workers/batch/actions.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { problemSentence } from './problem-sentences.ts';

/** Lines of one transaction. */
const LINES_AT_ONCE = 500;

/** A line of a list of the fleet, and what would become of it. */
export interface FleetLine {
  /** As an editor counts. */
  number: number;
  cells: readonly string[];
  worker: WorkerLine;
  /** Why it is left out; empty if it is not. */
  problems: readonly string[];
  /** Undefined if the line has a problem. */
  outcome: 'created' | 'changed' | 'unchanged' | undefined;
}

/** Choices for a list of the fleet. */
interface FleetChoices {
  /** Whether known workers stay as they are. */
  onlyNew: boolean;
  /** Team of the lines that name none. */
  team: string | undefined;
}

/**
 * Reads and checks all lines; nothing is written.
 * @returns the lines, and the names of teams that would be new
 * @throws {DispatchError} 1000 for more workers or teams than an organization may have
 */
export async function checkFleetList(
  { database, clock }: Services,
  organizationId: string,
  { rows, numbers, broken }: FileTable,
  meanings: ReturnType<typeof guessWorkerMeanings>,
  { onlyNew, team }: FleetChoices,
): Promise<{ lines: FleetLine[]; newTeams: readonly string[] }> {
  const lines = rows.map((cells, at): FleetLine => {
    const { worker, problems } = readWorkerLine(cells, meanings);
    const reason = broken.get(at);
    const sentences = problems.map(({ kind, text }) => problemSentence(kind, text));
    return {
      ...{ number: numbers[at]!, cells, outcome: undefined },
      worker: team === undefined || worker.teams ? worker : { ...worker, teams: [team] },
      problems: [...(reason ? [problemSentence(reason)] : []), ...sentences],
    };
  });
  const reader = database.reader.of(organizationId);
  const check = async (some: readonly FleetLine[]) => {
    const workers = some.map(({ worker }) => worker);
    const { results, newTeams } = await checkWorkers(reader, workers, { onlyNew, now: clock.now() });
    for (const [n, { error, outcome }] of results.entries())
      Object.assign(some[n]!, { problems: error ? [error.cause] : [], outcome: outcome ?? undefined });
    return { phones: results.map(({ phone }) => phone), newTeams };
  };
  const readable = lines.filter(({ problems }) => problems.length === 0);
  const { phones } = await check(readable);
  const people = readable.map(({ worker }, n) => ({ key: phones[n] ?? undefined, item: worker }));
  for (const [at, { first, isSame }] of repeatsOf(people)) {
    const problems = [problemSentence('repeated', String(readable[first]!.number))];
    if (!isSame) Object.assign(readable[at]!, { problems, outcome: undefined });
  }
  // Lines with problems bring no teams.
  const { newTeams } = await check(readable.filter(({ problems }) => problems.length === 0));
  return { lines, newTeams };
}

/** Result of importing the good lines of a list of the fleet. */
export interface ImportedFleet {
  created: number;
  changed: number;
  unchanged: number;
  newTeams: readonly string[];
  /** Lines that were refused at the end, although their check had passed. */
  refused: { line: FleetLine; reason: string }[];
}

/** Creates and updates the workers of checked lines, some in a transaction. */
export async function importFleetList(
  services: Services,
  organizationId: string,
  lines: readonly FleetLine[],
  onlyNew: boolean,
  progress: (done: number) => void,
): Promise<ImportedFleet> {
  const publicUrl = await organizationUrl(services, organizationId);
  const imported = { created: 0, changed: 0, unchanged: 0, refused: [] as ImportedFleet['refused'] };
  const teams: string[] = [];
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
    const some = lines.slice(at, at + LINES_AT_ONCE);
    const { results, newTeams } = await services.database.transaction(
      (tx) =>
        doWriteWorkers(
          tx,
          some.map(({ worker }) => worker),
          { onlyNew, publicUrl, by: { type: 'API', id: organizationId } },
        ),
      { organizationId },
    );
    teams.push(...newTeams);
    for (const [n, { error, outcome }] of results.entries())
      if (outcome) imported[outcome]++;
      else imported.refused.push({ line: some[n]!, reason: error!.cause });
    progress(at + some.length);
  }
  return { ...imported, newTeams: teams };
}
