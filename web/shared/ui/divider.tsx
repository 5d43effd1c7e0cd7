import './divider.css';

interface DividerProps {
  /** The day, or what begins here. */
  label: string;
  /** `new`: what one has not read begins here. */
  kind?: 'plain' | 'new';
}

/** A line through a list with a word on it. */
export function Divider({ label, kind = 'plain' }: DividerProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: an `hr` can have no word on it
    <div class={`divider ${kind}`} role="separator" aria-label={label}>
      <span dir="auto">{label}</span>
    </div>
  );
}
