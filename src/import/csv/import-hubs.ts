import { type guessHubMeanings, type HubLine, readHubLine } from '../../../rules/hub-lines.ts';
import { repeatsOf } from '../../../rules/repeated-lines.ts';
import type { FileTable } from '../../../rules/table-file.ts';
import { plainHeading } from '../../../rules/task-columns.ts';
import { isLocated } from '../../dispatch/geocoding/found-place.ts';
import { checkHubs, doWriteHubs } from '../../dispatch/hubs/batch/actions.ts';
import { prepareHubs } from '../../dispatch/hubs/batch/prepare-hubs.ts';
import { accessOrganization } from '../../dispatch/organization/access.ts';
import type { Services } from '../../platform/services.ts';
import { problemSentence } from './problem-sentences.ts';

/** Lines of one transaction. */
const LINES_AT_ONCE = 100;

/** A line of a list of hubs, and what would become of it. */
export interface ListedHubLine {
  /** As an editor counts. */
  number: number;
  cells: readonly string[];
  hub: HubLine;
  /** Why it is left out; empty if it is not. */
  problems: readonly string[];
  /** Undefined if the line has a problem. */
  outcome: 'created' | 'changed' | 'unchanged' | undefined;
  /** The address was found, but not the house or the street. */
  isApproximate: boolean;
}

/** Reads and checks all lines, and looks their addresses up; nothing is written. */
export async function checkHubList(
  services: Services,
  organizationId: string,
  { rows, numbers, broken }: FileTable,
  meanings: ReturnType<typeof guessHubMeanings>,
  onlyNew: boolean,
): Promise<ListedHubLine[]> {
  const reader = services.database.reader.of(organizationId);
  const { country } = await accessOrganization(reader);
  const lines = rows.map((cells, at): ListedHubLine => {
    const { hub, problems } = readHubLine(cells, meanings, country);
    const reason = broken.get(at);
    const sentences = problems.map(({ kind, text }) => problemSentence(kind, text));
    return {
      ...{ number: numbers[at]!, cells, hub, outcome: undefined, isApproximate: false },
      problems: [...(reason ? [problemSentence(reason)] : []), ...sentences],
    };
  });
  const readable = lines.filter(({ problems }) => problems.length === 0);
  const named = readable.map(({ hub }) => ({ key: plainHeading(hub.name) || hub.name, item: hub }));
  for (const [at, { first, isSame }] of repeatsOf(named))
    if (!isSame)
      Object.assign(readable[at]!, { problems: [problemSentence('repeatedHub', String(readable[first]!.number))] });
  // All at once: a line sees what those before it would leave, and how many hubs there would be.
  const good = readable.filter(({ problems }) => problems.length === 0);
  const prepared = await prepareHubs({ services, reader }, organizationId, hubsOf(good));
  for (const [n, { error, outcome, geocoding }] of (await checkHubs(reader, prepared, onlyNew)).entries())
    Object.assign(good[n]!, {
      ...{ problems: error ? [error.cause] : [], outcome: outcome ?? undefined },
      isApproximate: geocoding !== null && !isLocated(geocoding),
    });
  return lines;
}

/** Result of importing the good lines of a list of hubs. */
export interface ImportedHubs {
  created: number;
  changed: number;
  unchanged: number;
  /** Lines that were refused at the end, although their check had passed. */
  refused: { line: ListedHubLine; reason: string }[];
}

/** Creates and updates the hubs of checked lines, some in a transaction. */
export async function importHubList(
  services: Services,
  organizationId: string,
  lines: readonly ListedHubLine[],
  onlyNew: boolean,
  progress: (done: number) => void,
): Promise<ImportedHubs> {
  const reader = services.database.reader.of(organizationId);
  const imported: ImportedHubs = { created: 0, changed: 0, unchanged: 0, refused: [] };
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
    const some = lines.slice(at, at + LINES_AT_ONCE);
    const prepared = await prepareHubs({ services, reader }, organizationId, hubsOf(some));
    const results = await services.database.transaction(
      (tx) => doWriteHubs(tx, prepared, onlyNew, { type: 'API', id: organizationId }),
      { organizationId },
    );
    for (const [n, { error, outcome }] of results.entries())
      if (outcome) imported[outcome]++;
      else imported.refused.push({ line: some[n]!, reason: error!.cause });
    progress(at + some.length);
  }
  return imported;
}

const hubsOf = (lines: readonly ListedHubLine[]) => lines.map(({ hub }) => hub);
