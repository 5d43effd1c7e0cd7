import { useState } from 'preact/hooks';
import { MAX_BARCODE_LENGTH } from '../../../rules/limits.ts';
import { isAskedFor, isScanned } from '../../../rules/requirements.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { askedBarcodes } from '../../store/driver/barcodes.ts';
import type { CompletionGap } from '../../store/driver/requirements.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { ScanDialog } from '../scan/scan-dialog.tsx';
import type { ChangeDraft } from './draft.ts';
import { Part } from './part.tsx';
import { stopWords as words } from './texts/index.ts';

interface BarcodesProps {
  /** All that are done in one go. */
  tasks: readonly Task[];
  scanned: readonly string[];
  gaps: readonly CompletionGap[];
  /** True if the scanner opens with it. */
  startsOpen: boolean;
  change: ChangeDraft;
}

/** Codes on parcels: which are asked for, which were seen. */
export function Barcodes({ tasks, scanned, gaps, startsOpen, change }: BarcodesProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const asked = tasks.flatMap(askedBarcodes);
  const isClosed = tasks.some(({ scanOnlyRequiredBarcodes }) => scanOnlyRequiredBarcodes);
  const extra = scanned.filter((code) => !asked.some((one) => one.data === code));
  const take = (code: string, symbology?: string) => {
    if (isClosed && !isAskedFor(asked, code)) return `${code}: ${words.notAsked}`;
    if (!scanned.includes(code)) {
      navigator.vibrate?.(40);
      const scan = symbology === undefined ? [] : [{ data: code, symbology, time: Date.now() }];
      void change(({ barcodes, scans = [] }) => ({
        barcodes: [...new Set([...barcodes, code])],
        scans: [...scans.filter(({ data }) => data !== code), ...scan],
      }));
    }
    const left = asked.filter((one) => !isScanned(one, [...scanned, code]));
    if (left.length === 0) setOpen(false);
    return undefined;
  };
  const remove = (code: string) =>
    change(({ barcodes, scans = [] }) => ({
      barcodes: barcodes.filter((one) => one !== code),
      scans: scans.filter(({ data }) => data !== code),
    }));
  return (
    <Part title={words.barcodes} isNeeded={asked.some(({ blockCompletion }) => blockCompletion)} gaps={gaps}>
      <ul class="stop-codes">
        {asked.map((one, index) => {
          const { data: code, blockCompletion } = one;
          const isThere = isScanned(one, scanned);
          const state = isThere ? words.scanned : blockCompletion ? words.mustScan : words.mayScan;
          return (
            <li key={code ?? index}>
              {code === undefined ? <span>{words.anyCode}</span> : <code dir="ltr">{code}</code>}
              <Badge kind={isThere ? 'good' : blockCompletion ? 'warning' : 'plain'}>{state}</Badge>
              {isThere && code !== undefined && (
                <IconButton icon="x" label={words.removeCode({ code })} onClick={() => void remove(code)} />
              )}
            </li>
          );
        })}
        {extra.map((code) => (
          <li key={code}>
            <code dir="ltr">{code}</code>
            <Badge kind="good">{words.scanned}</Badge>
            <IconButton icon="x" label={words.removeCode({ code })} onClick={() => void remove(code)} />
          </li>
        ))}
      </ul>
      <Button icon="scan-barcode" onClick={() => setOpen(true)}>
        {words.scan}
      </Button>
      {isOpen && (
        <ScanDialog
          title={words.barcodes}
          typed={{ label: words.typeCode, max: MAX_BARCODE_LENGTH }}
          onCode={take}
          onClose={() => setOpen(false)}
        />
      )}
    </Part>
  );
}
