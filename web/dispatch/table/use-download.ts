import { showToast } from '../../shared/ui/toast.tsx';
import type { TableSource } from '../../store/dispatch/select/table.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { organization } from '../data/organization.ts';
import { download } from '../shared/csv.ts';
import type { TableColumn } from './columns.tsx';
import { csvFile, timeIn } from './csv-out.ts';
import { tableWords } from './texts/index.ts';

/** Gives tasks to the browser as a file, in their order and with these columns. */
export function useDownload() {
  return async (tasks: readonly Task[], columns: readonly TableColumn[], source: TableSource) => {
    const zone = organization.value?.timezone;
    download(
      tableWords.csv.file({ day: timeIn(zone)(Date.now()).slice(0, 10) }),
      await csvFile(tasks, columns, source, zone),
    );
    showToast(tableWords.csv.written({ count: tasks.length }));
  };
}
