import { type RecipientBody, type RecipientMeaning, readRecipientLine } from '../../../rules/recipient-lines.ts';
import { repeatsOf } from '../../../rules/repeated-lines.ts';
import type { FileTable } from '../../../rules/table-file.ts';
import { accessOrganization } from '../../dispatch/organization/access.ts';
import { checkRecipientBatch, doWriteRecipients } from '../../dispatch/recipients/batch/actions.ts';
import type { Services } from '../../platform/services.ts';
import { problemSentence } from './problem-sentences.ts';

/** Lines of one transaction. */
const LINES_AT_ONCE = 500;

/** A line of a list of recipients, and what would become of it. */
export interface RecipientLine {
  /** As an editor counts. */
  number: number;
  cells: readonly string[];
  recipient: RecipientBody;
  /** Why it is left out; empty if it is not. */
  problems: readonly string[];
  /** Undefined if the line has a problem. */
  outcome: 'created' | 'changed' | 'unchanged' | undefined;
}

/** Reads and checks all lines; nothing is written. @param onlyNew whether known recipients stay as they are */
export async function checkRecipientList(
  { database }: Services,
  organizationId: string,
  { rows, numbers, broken }: FileTable,
  meanings: readonly (RecipientMeaning | '')[],
  onlyNew: boolean,
): Promise<RecipientLine[]> {
  const reader = database.reader.of(organizationId);
  const organization = await accessOrganization(reader);
  const lines = rows.map((cells, at): RecipientLine & { phone: string | undefined } => {
    const { recipient, problems } = readRecipientLine(cells, meanings);
    const reason = broken.get(at);
    const sentences = problems.map(({ kind, text }) => problemSentence(kind, text));
    const reasons = [...(reason ? [problemSentence(reason)] : []), ...sentences];
    return { number: numbers[at]!, cells, recipient, problems: reasons, outcome: undefined, phone: undefined };
  });
  const readable = lines.filter(({ problems }) => problems.length === 0);
  for (let at = 0; at < readable.length; at += LINES_AT_ONCE) {
    const some = readable.slice(at, at + LINES_AT_ONCE);
    const recipients = some.map(({ recipient }) => recipient);
    const results = await checkRecipientBatch(reader, organization, { recipients, onlyNew });
    for (const [n, { error, outcome, phone }] of results.entries())
      Object.assign(some[n]!, {
        problems: error ? [error.cause] : [],
        outcome: outcome ?? undefined,
        phone: phone ?? undefined,
      });
  }
  for (const [at, { first, isSame }] of repeatsOf(
    lines.map(({ phone, recipient }) => ({ key: phone, item: recipient })),
  ))
    Object.assign(
      lines[at]!,
      isSame
        ? { outcome: 'unchanged' }
        : { problems: [problemSentence('repeated', String(lines[first]!.number))], outcome: undefined },
    );
  return lines;
}

/** Result of importing the good lines of a list of recipients. */
export interface ImportedRecipients {
  created: number;
  changed: number;
  unchanged: number;
  /** Lines that were refused at the end, although their check had passed. */
  refused: { line: RecipientLine; reason: string }[];
}

/** Creates and updates the recipients of checked lines, some in a transaction. */
export async function importRecipientList(
  { database }: Services,
  organizationId: string,
  lines: readonly RecipientLine[],
  onlyNew: boolean,
  progress: (done: number) => void,
): Promise<ImportedRecipients> {
  const imported: ImportedRecipients = { created: 0, changed: 0, unchanged: 0, refused: [] };
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
    const some = lines.slice(at, at + LINES_AT_ONCE);
    const body = { recipients: some.map(({ recipient }) => recipient), onlyNew };
    const results = await database.transaction(
      async (tx) => doWriteRecipients(tx, await accessOrganization(tx), body, { type: 'API', id: organizationId }),
      { organizationId },
    );
    for (const [n, { error, outcome }] of results.entries())
      if (error) imported.refused.push({ line: some[n]!, reason: error.cause });
      else imported[outcome!]++;
    progress(at + some.length);
  }
  return imported;
}
