import { useEffect, useMemo, useState } from 'preact/hooks';
import { useKeys } from '../../shared/keys.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Lazy } from '../../shared/ui/lazy.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { isInTable, sortedBy, type TableSource } from '../../store/dispatch/select/table.ts';
import { useAddress, useSheet } from '../data/address.ts';
import { useNow } from '../data/clock.ts';
import { floor, listOfTask } from '../data/floor.ts';
import { mayWrite } from '../data/me.ts';
import { customFields, refreshOrganization } from '../data/organization.ts';
import { columnsOf, shownIds } from './columns.tsx';
import { Grid } from './grid.tsx';
import { OlderBar } from './older-bar.tsx';
import { pick } from './picked.ts';
import { followSavedTable, readSavedTable, savedTable } from './saved-table.ts';
import { useIsNarrow } from './use-is-narrow.ts';
import './table.css';
import { filterOf, olderQuery, sortOf } from './table-address.ts';
import { TableTools } from './table-tools.tsx';
import { TaskBar } from './task-bar.tsx';
import { tableWords } from './texts/index.ts';
import { useOlder } from './use-older.ts';

const MINUTE_MS = 60_000;

/** All tasks, a line each: found, sorted, changed many at a time, and exchanged with spreadsheets. */
export function TableScreen() {
  const [address, change] = useAddress();
  const { openTask } = useSheet();
  const [file, setFile] = useState<File | true>();
  // What is late by now becomes late here.
  const now = useNow(MINUTE_MS);
  useEffect(() => {
    readSavedTable();
    // Columns of custom fields show when they are known; the table does not wait for them.
    refreshOrganization();
    return followSavedTable();
  }, []);
  const { state } = floor.value;
  const fields = customFields.value;
  const all = useMemo(() => columnsOf(fields), [fields]);
  const isNarrow = useIsNarrow();
  const columns = shownIds(savedTable.value.columns, isNarrow).flatMap(
    (id) => all.find((column) => column.id === id) ?? [],
  );
  const filter = filterOf(address);
  const sort = sortOf(address);
  const older = useOlder(olderQuery(filter, state.completedSince));
  const source: TableSource = {
    workers: state.workers,
    teams: state.teams,
    listOfTask: listOfTask.value,
    now,
  };
  const tasks = useMemo(() => {
    const key = all.find(({ id }) => id === sort.column)?.key ?? (() => null);
    const here = [...state.tasks.values(), ...older.tasks.filter(({ id }) => !state.tasks.has(id))];
    const fitting = here.filter((task) => isInTable(task, filter, source));
    return sortedBy(fitting, (task) => key(task, source), sort.isDescending);
  }, [floor.value, listOfTask.value, older.tasks, all, now, JSON.stringify([filter, sort])]);
  useKeys({ selectAll: () => pick(tasks) });
  const isEmpty = state.tasks.size === 0 && !filter.completed;
  return (
    <section
      class="table-screen"
      aria-label={tableWords.title}
      onDragOver={(event) => {
        if (mayWrite.value && event.dataTransfer?.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        const dropped = event.dataTransfer?.files[0];
        if (!dropped || !mayWrite.value) return;
        event.preventDefault();
        setFile(dropped);
      }}
    >
      <TableTools all={all} columns={columns} tasks={tasks} source={source} onImport={() => setFile(true)} />
      {isEmpty ? (
        <Empty level={2} icon="rows-3" title={tableWords.empty.noneTitle} text={tableWords.empty.noneText}>
          {mayWrite.value && (
            <Button kind="primary" icon="upload" onClick={() => setFile(true)}>
              {tableWords.csv.in}
            </Button>
          )}
        </Empty>
      ) : (
        <Grid
          columns={columns}
          tasks={tasks}
          source={source}
          sort={sort}
          onSort={(column) => change({ sort: sort.column === column && !sort.isDescending ? `-${column}` : column })}
          open={address.task}
          onOpen={openTask}
        />
      )}
      {tasks.length === 0 && !isEmpty && (
        <Empty level={2} title={tableWords.empty.title} text={tableWords.empty.text} />
      )}
      <OlderBar older={older} since={state.completedSince} isAsked={filter.completed !== undefined} />
      <TaskBar columns={columns} source={source} />
      {file && <CsvImport file={file === true ? undefined : file} onClose={() => setFile(undefined)} />}
    </section>
  );
}

/** Import dialog, loaded on demand. */
function CsvImport(props: { file: File | undefined; onClose: () => void }) {
  const load = useMemo(
    () => async () => {
      const { CsvImportDialog } = await import('./csv-import/csv-import-dialog.tsx');
      return () => <CsvImportDialog {...props} />;
    },
    [],
  );
  return <Lazy load={load} />;
}
