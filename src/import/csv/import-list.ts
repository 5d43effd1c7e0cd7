import { clockOf, writesDayFirst } from '../../../rules/local-times.ts';
import type { FileTable } from '../../../rules/table-file.ts';
import type { Meaning } from '../../../rules/task-columns.ts';
import { keysOfLines, LineReader } from '../../../rules/task-lines.ts';
import { PlannedRoom } from '../../dispatch/containers/room.ts';
import { taskFieldsByKey } from '../../dispatch/custom-fields/access.ts';
import { type KeyCaller, WHOLE_SIGHT } from '../../dispatch/http/caller.ts';
import { accessOrganization } from '../../dispatch/organization/access.ts';
import { prepareBatch } from '../../dispatch/tasks/batch/actions.ts';
import { checkBatch, checkRoom } from '../../dispatch/tasks/batch/check-batch.ts';
import { loadImportedLines, loadNamedInFiles } from '../../dispatch/tasks/imported-lines/access.ts';
import { doCreateFromLines } from '../../dispatch/tasks/imported-lines/actions.ts';
import { digestOfKey } from '../../dispatch/tasks/imported-lines/input.ts';
import type { Reader } from '../../platform/db/reader.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { problemSentence } from './problem-sentences.ts';

/** Lines of one transaction. */
const LINES_AT_ONCE = 100;
/** Places that are not the house or the street. */
const APPROXIMATE = ['postalCode', 'city', 'region'];

/** A line of a list, and what would become of it. */
export interface ListLine {
  /** As an editor counts. */
  number: number;
  cells: readonly string[];
  task: Record<string, unknown>;
  digest: string;
  /** Why it cannot become a task; empty if it can. */
  problems: readonly string[];
  /** The address was found, but not the house or the street. */
  isApproximate: boolean;
  /** When an equal line became a task. */
  importedAt: Date | undefined;
}

/** Choices for a list of orders. */
interface ListChoices {
  /** Undefined: as in the country of the organization. */
  isDayFirst?: boolean | undefined;
  /** Whether an order whose house or street is not found is left out. */
  exactOnly?: boolean | undefined;
  /** Whether lines that became tasks before do so once more. */
  again?: boolean | undefined;
}

/** Reads and checks all lines of a list; nothing is written. */
export async function checkList(
  services: Services,
  organizationId: string,
  { rows, numbers, broken }: FileTable,
  meanings: readonly (Meaning | '')[],
  choices: ListChoices,
): Promise<ListLine[]> {
  const read = await readerFor(services, organizationId, meanings, choices.isDayFirst);
  const readLines = rows.map((cells) => read.read(cells));
  const keys = keysOfLines(readLines.map(({ task }) => task));
  const lines = rows.map((cells, at): ListLine => {
    const { task, problems } = readLines[at]!;
    const reason = broken.get(at);
    const sentences = problems.map((problem) => problemSentence(problem.kind, problem.text));
    return {
      number: numbers[at]!,
      cells,
      task,
      digest: digestOfKey(keys[at]!),
      problems: [...(reason ? [problemSentence(reason)] : []), ...sentences],
      isApproximate: false,
      importedAt: undefined,
    };
  });
  const readable = lines.filter(({ problems }) => problems.length === 0);
  const room = new PlannedRoom();
  for (let at = 0; at < readable.length; at += LINES_AT_ONCE)
    await checkSome(services, organizationId, readable.slice(at, at + LINES_AT_ONCE), { ...choices, room });
  return lines;
}

async function readerFor(
  { database, clock }: Services,
  organizationId: string,
  meanings: readonly (Meaning | '')[],
  isDayFirst: boolean | undefined,
): Promise<LineReader> {
  const reader = database.reader.of(organizationId);
  const { country, timezone } = await accessOrganization(reader);
  const named = await loadNamedInFiles(reader);
  return new LineReader(meanings, {
    clock: clockOf(timezone),
    now: clock.now().getTime(),
    isDayFirst: isDayFirst ?? writesDayFirst(country),
    workers: named.flatMap(({ kind, id, name, phone }) =>
      kind === 'worker' ? [{ id, name, phone: phone ?? '' }] : [],
    ),
    teams: named.flatMap(({ kind, id, name }) => (kind === 'team' ? [{ id, name }] : [])),
    country,
    fields: await editableFields(reader),
  });
}

/** Custom fields that a file may fill, as the columns may mean them. */
export async function editableFields(
  reader: Reader,
): Promise<{ key: string; name: string; type: string; asArray: boolean }[]> {
  return [...(await taskFieldsByKey(reader)).values()].filter(({ editability }) => editability.includes('api'));
}

/** The command acts as the organization's own key would. */
const callerOf = (organizationId: string): KeyCaller => ({
  kind: 'key',
  organizationId,
  credentialId: organizationId,
  sight: WHOLE_SIGHT,
});

/** Fills in what the server says of lines that can be read. @param room of the lists, less what earlier lines take */
async function checkSome(
  services: Services,
  organizationId: string,
  lines: readonly ListLine[],
  { again, exactOnly, room }: ListChoices & { room: PlannedRoom },
): Promise<void> {
  const { database } = services;
  const reader = database.reader.of(organizationId);
  const tasks = lines.map(({ task }) => task);
  const prepared = await prepareBatch({ services, reader }, organizationId, tasks);
  const results = await database.transaction((tx) => checkBatch(tx, callerOf(organizationId), prepared), {
    organizationId,
  });
  const known = await loadImportedLines(
    reader,
    lines.map(({ digest }) => digest),
  );
  const importedAt = new Map(known.map((each) => [each.digest, each.importedAt]));
  for (const [n, line] of lines.entries()) {
    const { error, geocoding } = results[n]!;
    if (error) line.problems = [error.cause];
    line.isApproximate = geocoding !== null && APPROXIMATE.includes(geocoding.precision);
    line.importedAt = importedAt.get(line.digest);
    if (!error && exactOnly && line.isApproximate) line.problems = ['The house or the street was not found.'];
  }
  const created = [...prepared.entries()].flatMap(([n, one]) => {
    const line = lines[n]!;
    const isLeftOut = line.problems.length > 0 || (line.importedAt && !again);
    return 'error' in one || isLeftOut ? [] : [{ line, one }];
  });
  const refusals = await checkRoom(
    reader,
    created.map(({ one }) => one),
    room,
  );
  for (const [n, { line }] of created.entries()) if (refusals[n]) line.problems = [refusals[n].cause];
}

/** Result of importing the good lines of a list. */
export interface ImportedList {
  created: number;
  /** Lines that became tasks before. */
  before: number;
  /** Lines that were refused at the end, although their check had passed. */
  refused: { line: ListLine; reason: string }[];
}

/**
 * Creates the tasks of checked lines, some in a transaction: what is interrupted goes on when it is run again.
 * @param again whether lines that became tasks before do so once more
 */
export async function importList(
  services: Services,
  organizationId: string,
  lines: readonly ListLine[],
  again: boolean,
  progress: (done: number) => void,
): Promise<ImportedList> {
  const { database } = services;
  const actor = { caller: callerOf(organizationId), publicUrl: await organizationUrl(services, organizationId) };
  const result: ImportedList = { created: 0, before: 0, refused: [] };
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
    const some = lines.slice(at, at + LINES_AT_ONCE);
    const prepared = await prepareBatch(
      { services, reader: database.reader.of(organizationId) },
      organizationId,
      some.map(({ task }) => task),
    );
    const batch = some.map(({ digest }, n) => ({ digest, prepared: prepared[n]!, again }));
    const { tasks, before, refused } = await database.transaction(
      (tx) => doCreateFromLines(tx, services, actor, batch),
      { organizationId },
    );
    result.created += tasks.length;
    result.before += before.length;
    for (const line of some) {
      const reason = refused.get(line.digest);
      if (reason !== undefined) result.refused.push({ line, reason });
    }
    progress(at + some.length);
  }
  return result;
}
