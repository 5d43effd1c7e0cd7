import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { refreshOrganization } from '../../data/organization.ts';
import { tableWords } from '../texts/index.ts';
import './csv-import.css';
import type { CheckedLine } from './check-lines.ts';
import { CheckedStep } from './checked-step.tsx';
import { ChooseStep } from './choose-step.tsx';
import { ColumnsStep } from './columns-step.tsx';
import type { Decided } from './decided.ts';
import { checkOrders, orders } from './orders.ts';
import { SendingStep } from './sending-step.tsx';

/** Brings tasks in from a file: chosen, understood, checked, and only then created. */
export function CsvImportDialog({ file, onClose }: { file: File | undefined; onClose: () => void }) {
  const [bytes, setBytes] = useState<Uint8Array>();
  const [lines, setLines] = useState<CheckedLine[]>();
  const [headings, setHeadings] = useState<readonly string[]>([]);
  const [decided, setDecided] = useState<Decided>();
  const [isSending, setSending] = useState(false);
  useEffect(refreshOrganization, []);
  return (
    <Dialog title={tableWords.bring.title} {...(!isSending && { onClose })}>
      <div class="csv-import">
        {!bytes && <ChooseStep file={file} onBytes={setBytes} />}
        {/* It stays, for whoever goes back to it. */}
        {bytes && (
          <div hidden={lines !== undefined}>
            <ColumnsStep
              bytes={bytes}
              kind={orders}
              onCheck={async (file, progress) => {
                setLines(await checkOrders(file, progress));
                setHeadings(file.table.headings);
              }}
              onBack={() => setBytes(undefined)}
            />
          </div>
        )}
        {lines && !decided && (
          <CheckedStep
            lines={lines}
            headings={headings}
            onPlaced={(before, after) => setLines((all) => all?.map((line) => (line === before ? after : line)))}
            onBack={() => setLines(undefined)}
            onDecided={setDecided}
          />
        )}
        {decided && <SendingStep decided={decided} headings={headings} onSending={setSending} onClose={onClose} />}
      </div>
    </Dialog>
  );
}
