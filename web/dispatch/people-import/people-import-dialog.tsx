import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { uniqueId } from '../../shared/unique-id.ts';
import { refreshOrganization } from '../data/organization.ts';
import { ChooseStep } from '../table/csv-import/choose-step.tsx';
import { ColumnsStep } from '../table/csv-import/columns-step.tsx';
import '../table/csv-import/csv-import.css';
import '../table/table.css';
import { readSavedTable } from '../table/saved-table.ts';
import { checkPeople, columnsOfList } from './check-people.ts';
import { CheckedPeople } from './checked-people.tsx';
import type { CheckedList, ListOfPeople } from './people-list.ts';
import { type DecidedPeople, SendingPeople } from './sending-people.tsx';

interface PeopleImportDialogProps<Meaning extends string> {
  list: ListOfPeople<Meaning>;
  onClose(): void;
}

/** Imports people from a file: chosen, understood, checked, and only then written. */
export function PeopleImportDialog<Meaning extends string>({ list, onClose }: PeopleImportDialogProps<Meaning>) {
  const [bytes, setBytes] = useState<Uint8Array>();
  const [checked, setChecked] = useState<CheckedList>();
  const [decided, setDecided] = useState<DecidedPeople>();
  const [isSending, setSending] = useState(false);
  useEffect(() => {
    readSavedTable();
    refreshOrganization();
  }, []);
  return (
    <Dialog title={list.words.title} {...(!isSending && { onClose })}>
      <div class="csv-import">
        {!bytes && <ChooseStep file={undefined} onBytes={setBytes} />}
        {bytes && (
          <div hidden={checked !== undefined}>
            {list.rest && <RestChoice {...list.rest} />}
            <ColumnsStep
              bytes={bytes}
              kind={columnsOfList(list)}
              onCheck={async (file, progress) => setChecked(await checkPeople(list, file, progress))}
              onBack={() => setBytes(undefined)}
            />
          </div>
        )}
        {checked && !decided && (
          <CheckedPeople
            list={list}
            checked={checked}
            onBack={() => setChecked(undefined)}
            onDecided={(lines, onlyNew) => setDecided({ lines, onlyNew, key: uniqueId() })}
          />
        )}
        {checked && decided && (
          <SendingPeople
            list={list}
            decided={decided}
            headings={checked.headings}
            onSending={setSending}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  );
}

/** Choice of the value of lines that have none. */
function RestChoice({ label, none, values, choose }: NonNullable<ListOfPeople<string>['rest']>) {
  return (
    <Field label={label}>
      <select onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">{none}</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
    </Field>
  );
}
