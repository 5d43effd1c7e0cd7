import { withReasons } from '../../../../rules/table-file.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { BYTE_ORDER_MARK, csvBlob, csvLines, download } from '../../shared/csv.ts';
import { tableWords } from '../texts/index.ts';

interface DownloadLinesProps {
  /** Columns of the file. */
  headings: readonly string[];
  lines: readonly { line: { cells: readonly string[] }; reason: string }[];
}

/** Button that gives back lines as they stand in the file, with the reason beside each: for correcting and importing them. */
export function DownloadLines({ headings, lines }: DownloadLinesProps) {
  const save = async () => {
    const given = lines.map(({ line: { cells }, reason }) => ({ cells, reason }));
    const text = await csvLines(withReasons(headings, tableWords.bring.problem, given));
    download(tableWords.bring.badFile, csvBlob([BYTE_ORDER_MARK, text]));
  };
  return (
    <div class="dialog-actions">
      <Button icon="download" onClick={() => void save()}>
        {tableWords.bring.downloadBad({ count: lines.length })}
      </Button>
    </div>
  );
}
