import { locale, texts } from '../texts/index.ts';
import { IconButton } from './button.tsx';
import './progress.css';

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });

interface ProgressProps {
  /** What is under way: the name of a file. */
  label: string;
  /** From 0 to 1; undefined as long as nobody knows. */
  value: number | undefined;
  onCancel?: () => void;
}

/** How far an upload is. */
export function Progress({ label, value, onCancel }: ProgressProps) {
  return (
    <div class="progress">
      <span class="name" dir="auto">
        {label}
      </span>
      {value !== undefined && <span class="side">{percent.format(value)}</span>}
      {onCancel && <IconButton size="small" icon="x" label={texts.cancelOf({ name: label })} onClick={onCancel} />}
      <progress aria-label={label} value={value} max={1} />
    </div>
  );
}
