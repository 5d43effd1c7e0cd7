import { useMemo } from 'preact/hooks';
import { Lazy } from '../../shared/ui/lazy.tsx';
import type { ListOfPeople } from './people-list.ts';

interface PeopleImportProps<Meaning extends string> {
  /** Loads the kind of list. */
  load(): Promise<ListOfPeople<Meaning>>;
  onClose(): void;
}

/** Import dialog, loaded on demand. */
export function PeopleImport<Meaning extends string>({ load, onClose }: PeopleImportProps<Meaning>) {
  const loadAll = useMemo(
    () => async () => {
      const [{ PeopleImportDialog }, list] = await Promise.all([import('./people-import-dialog.tsx'), load()]);
      return () => <PeopleImportDialog list={list} onClose={onClose} />;
    },
    [],
  );
  return <Lazy load={loadAll} />;
}
