import { type KeyName, keyCapsOf } from '../keys.ts';
import './key-caps.css';

/** The caps of the first combination that does something, by the one table of keys. */
export function KeyCaps({ of }: { of: KeyName }) {
  return <Caps keys={keyCapsOf(of)} />;
}

/** Caps of keys that are pressed together, or one after the other. */
export function Caps({ keys }: { keys: readonly string[] }) {
  return (
    <span class="key-caps">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
