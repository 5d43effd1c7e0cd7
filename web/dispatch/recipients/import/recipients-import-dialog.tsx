import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { uniqueId } from '../../../shared/unique-id.ts';
import { refreshOrganization } from '../../data/organization.ts';
import { ChooseStep } from '../../table/csv-import/choose-step.tsx';
import { ColumnsStep } from '../../table/csv-import/columns-step.tsx';
import '../../table/csv-import/csv-import.css';
import '../../table/table.css';
import { readSavedTable } from '../../table/saved-table.ts';
import { recipientWords } from '../texts/index.ts';
import { type CheckedRecipient, checkRecipients, recipientList } from './check-recipients.ts';
import { CheckedRecipients } from './checked-recipients.tsx';
import { type DecidedRecipients, SendingRecipients } from './sending-recipients.tsx';

/** Imports recipients from a file: chosen, understood, checked, and only then written. */
export function RecipientsImportDialog({ onClose }: { onClose: () => void }) {
  const [bytes, setBytes] = useState<Uint8Array>();
  const [lines, setLines] = useState<CheckedRecipient[]>();
  const [headings, setHeadings] = useState<readonly string[]>([]);
  const [decided, setDecided] = useState<DecidedRecipients>();
  const [isSending, setSending] = useState(false);
  useEffect(() => {
    readSavedTable();
    refreshOrganization();
  }, []);
  return (
    <Dialog title={recipientWords.import.title} {...(!isSending && { onClose })}>
      <div class="csv-import">
        {!bytes && <ChooseStep file={undefined} onBytes={setBytes} />}
        {bytes && (
          <div hidden={lines !== undefined}>
            <ColumnsStep
              bytes={bytes}
              kind={recipientList}
              onCheck={async (file, progress) => {
                setLines(await checkRecipients(file, progress));
                setHeadings(file.table.headings);
              }}
              onBack={() => setBytes(undefined)}
            />
          </div>
        )}
        {lines && !decided && (
          <CheckedRecipients
            lines={lines}
            headings={headings}
            onBack={() => setLines(undefined)}
            onDecided={(chosen, onlyNew) => setDecided({ lines: chosen, onlyNew, key: uniqueId() })}
          />
        )}
        {decided && (
          <SendingRecipients decided={decided} headings={headings} onSending={setSending} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}
