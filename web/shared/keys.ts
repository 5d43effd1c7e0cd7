import { useEffect, useRef } from 'preact/hooks';
import { texts } from './texts/index.ts';

/** `Mod` is ⌘ on Apple's machines and Ctrl elsewhere. The help is drawn from this table, so it cannot be wrong. */
const bindings = {
  palette: ['Mod+k'],
  help: ['?'],
  search: ['/'],
  next: ['j', 'ArrowDown'],
  previous: ['k', 'ArrowUp'],
  undo: ['Mod+z'],
  close: ['Escape'],
} as const satisfies Partial<Record<KeyName, readonly string[]>>;

/** What keys do. */
export type KeyName = keyof typeof texts.keys.actions;

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** A binding of the table as one sees it: `['Ctrl', 'K']`. */
interface KeyHelp {
  action: string;
  combinations: string[][];
}

export function keyHelp(): KeyHelp[] {
  return Object.entries(bindings).map(([name, combinations]) => ({
    action: texts.keys.actions[name as KeyName],
    combinations: combinations.map((each) => each.split('+').map(written)),
  }));
}

function written(key: string): string {
  const { names } = texts.keys;
  const known: Record<string, string> = {
    Mod: isApple ? '⌘' : names.mod,
    Shift: names.shift,
    Alt: names.alt,
    Enter: names.enter,
    Escape: names.escape,
    ArrowDown: '↓',
    ArrowUp: '↑',
  };
  return known[key] ?? key.toUpperCase();
}

/** Whether an event is one of the combinations of `name`. What is typed into a field is text, but with Ctrl or ⌘. */
export function isKey(name: KeyName, event: KeyboardEvent): boolean {
  return bindings[name].some((combination) => matches(combination, event));
}

function matches(combination: string, event: KeyboardEvent): boolean {
  const parts = combination.split('+');
  const key = parts.at(-1)!;
  const mod = isApple ? event.metaKey : event.ctrlKey;
  if (parts.includes('Mod') !== mod || parts.includes('Alt') !== event.altKey) return false;
  if (!parts.includes('Mod') && !/^(Escape|Enter)$/.test(key) && isTyping(event.target)) return false;
  return event.key.toLowerCase() === key.toLowerCase();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Does something at a key of the table, anywhere on the page, unless a dialog is open or somebody else has dealt with it. */
export function useKeys(handlers: Partial<Record<KeyName, () => void>>): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
      for (const [name, handle] of Object.entries(latest.current)) {
        if (!isKey(name as KeyName, event)) continue;
        event.preventDefault();
        handle();
        return;
      }
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
