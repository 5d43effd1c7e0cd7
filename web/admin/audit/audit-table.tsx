import { DataTable, NameAndMore } from '../shared/data-table.tsx';
import { momentText } from '../shared/moment.ts';
import { words } from '../texts/index.ts';
import { auditWords } from './texts/index.ts';

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

/** The log: words of actions are the program's own and stand as they are. */
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
          show: ({ action, details }) => (
            <span class="name-and-more">
              <span lang="en">{action}</span>
              <Changes details={details} />
            </span>
          ),
        },
        {
          name: columns.who,
          show: ({ actor, client, address }) => (
            <NameAndMore
              name={actor.name ?? (auditWords.kinds as Record<string, string>)[actor.kind] ?? actor.kind}
              more={[client, address].filter(Boolean).join(' · ')}
            />
          ),
        },
        {
          name: columns.about,
          show: ({ object }) =>
            object && <NameAndMore name={object.name ?? object.id ?? object.kind} more={object.name && object.kind} />,
        },
        { name: columns.time, show: ({ time }) => <span class="quiet-words">{momentText(time)}</span> },
      ]}
    />
  );
}

/** Lists each detail with its former and new value, one per line. */
function Changes({ details }: Pick<Entry, 'details'>) {
  const lines = Object.entries(details);
  if (lines.length === 0) return null;
  return (
    <span class="audit-changes">
      {lines.map(([name, change]) => (
        <small key={name} dir="auto">
          {`${name}: ${[change?.from, change?.to]
            .filter((each) => each !== undefined)
            .map(written)
            .join(' → ')}`}
        </small>
      ))}
    </span>
  );
}

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
