import './divider.css';

interface DividerProps {
  /** The day, or what begins here. */
  label: string;
  /** `new`: what one has not read begins here. */
  kind?: 'plain' | 'new';
}

/** A line through a list with a word on it. It is text: a `feed` of messages may hold no separator. */
export function Divider({ label, kind = 'plain' }: DividerProps) {
  return (
    <div class={`divider ${kind}`}>
      <span dir="auto">{label}</span>
    </div>
  );
}
