import { showToast } from '../../shared/ui/toast.tsx';
import type { TableSource } from '../../store/dispatch/select/table.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { organization } from '../data/organization.ts';
import type { Column } from './columns.tsx';
import { csvFile, timeIn } from './csv-out.ts';
import { words } from './texts/index.ts';

/** Gives tasks to the browser as a file, in their order and with these columns. */
export function useDownload() {
  return async (tasks: readonly Task[], columns: readonly Column[], source: TableSource) => {
    const zone = organization.value?.timezone;
    const url = URL.createObjectURL(await csvFile(tasks, columns, source, zone));
    const link = document.createElement('a');
    link.href = url;
    link.download = words.csv.file(timeIn(zone)(Date.now()).slice(0, 10));
    link.click();
    // Not at once: the browser has yet to take it.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    showToast(words.csv.written(tasks.length));
  };
}
