import { locale, texts } from '../texts/index.ts';
import { whenNeeded } from '../texts/when-needed.ts';
import { IconButton } from './button.tsx';
import './upload-progress.css';

const percent = whenNeeded(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }));

interface UploadProgressProps {
  /** Name of the file. */
  label: string;
  /** From 0 to 1; undefined as long as nobody knows. */
  value: number | undefined;
  onCancel?: () => void;
}

/** Share of an upload that is done, with a way to cancel it. */
export function UploadProgress({ label, value, onCancel }: UploadProgressProps) {
  return (
    <div class="progress">
      <span class="name" dir="auto">
        {label}
      </span>
      {value !== undefined && <span class="side">{percent().format(value)}</span>}
      {onCancel && <IconButton size="small" icon="x" label={texts.cancelOf({ name: label })} onClick={onCancel} />}
      <progress aria-label={label} value={value} max={1} />
    </div>
  );
}
