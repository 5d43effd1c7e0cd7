import { DataTable, NameAndMore } from '../shared/data-table.tsx';
import { momentText } from '../shared/moment.ts';
import { words } from '../texts/index.ts';
import type { Entry } from './entry.ts';
import { EntrySentence } from './sentence.tsx';
import { auditWords } from './texts/index.ts';

/** The log as sentences. */
export function AuditTable({ entries }: { entries: readonly Entry[] }) {
  const { columns } = auditWords;
  return (
    <DataTable
      label={words.screens.audit}
      rows={entries}
      idOf={({ id }) => id}
      columns={[
        {
          name: columns.what,
          show: (entry) => (
            <span class="name-and-more audit-what">
              <EntrySentence entry={entry} />
              <Changes details={entry.details} />
            </span>
          ),
        },
        {
          name: columns.where,
          show: ({ client, address }) => <NameAndMore name={client ?? address} more={client && address} />,
        },
        { name: columns.time, show: ({ time }) => <span class="quiet-words">{momentText(time)}</span> },
      ]}
    />
  );
}

/** Lists each detail with its former and new value, one per line. */
function Changes({ details }: Pick<Entry, 'details'>) {
  const lines = Object.entries(details).filter(([, change]) => !isNothing(change?.from) || !isNothing(change?.to));
  if (lines.length === 0) return null;
  return (
    <span class="audit-changes">
      {lines.map(([name, change]) => (
        <small key={name} dir="auto">
          {`${nameOf(name)}: ${[change?.from, change?.to]
            .filter((each) => each !== undefined)
            .map((value) => shownValue(name, value))
            .join(' → ')}`}
        </small>
      ))}
    </span>
  );
}

/** A detail in the reader's language; one without a word of ours as its own words. */
function nameOf(detail: string): string {
  const known = (auditWords.details as Record<string, string>)[detail];
  return known ?? detail.replaceAll(/_|(?=[A-Z])/g, ' ').toLowerCase();
}

/** Details whose values are words of the server, not of people. */
const OF_THE_SERVER = new Set(['with', 'role', 'reason', 'of']);

/** A value in the reader's language, if it is a word of the server that is known here. */
function shownValue(detail: string, value: unknown): string {
  const known = OF_THE_SERVER.has(detail) ? (auditWords.values as Record<string, string>)[String(value)] : undefined;
  return known ?? written(value);
}

/** Members of objects that only programs read. */
const OF_MACHINES = new Set(['id', 'timeCreated', 'timeLastModified']);

/** Whether it says nothing: what somebody left empty, and an object of such. */
function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.values(value).every(isNothing);
}

function written(value: unknown): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (isNothing(value)) return '–';
  if (Array.isArray(value)) return value.map(written).join(', ');
  if (typeof value !== 'object') return String(value);
  const members = Object.entries(value as object).filter(
    ([name, member]) => !OF_MACHINES.has(name) && !isNothing(member),
  );
  return members.map(([name, member]) => `${nameOf(name)} ${written(member)}`).join(', ');
}
