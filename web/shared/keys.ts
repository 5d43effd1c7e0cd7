import { createContext } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import { texts } from './texts/index.ts';

/**
 * `Mod` is ⌘ on Apple's machines and Ctrl elsewhere. The help is drawn from this table and from what the page handles, so it
 * cannot be wrong.
 */
const bindings = {
  palette: ['Mod+k'],
  help: ['?'],
  search: ['/'],
  next: ['j', 'ArrowDown'],
  previous: ['k', 'ArrowUp'],
  undo: ['Mod+z'],
  newTask: ['t'],
  assign: ['a'],
  unassign: ['u'],
  goWorker: ['w'],
  select: ['x'],
  selectAll: ['Mod+a'],
  earlier: ['Alt+ArrowUp'],
  later: ['Alt+ArrowDown'],
  firstRow: ['Mod+Home'],
  lastRow: ['Mod+End'],
  fit: ['f'],
  optimize: ['o'],
  zoomIn: ['+'],
  zoomOut: ['-'],
  goConsoleInbox: ['g i'],
  goBoard: ['g b'],
  goMap: ['g m'],
  goFleet: ['g f'],
  goTimeline: ['g l'],
  goTable: ['g t'],
  goRoutes: ['g r'],
  goAnalytics: ['g a'],
  goWebhooks: ['g w'],
  goInbox: ['Shift+i'],
  nextTopic: ['n'],
  previousTopic: ['Shift+n'],
  nextDirect: ['p'],
  narrowToChannel: ['Shift+s'],
  muteTopic: ['Shift+m'],
  filterLeft: ['q'],
  goRecent: ['t'],
  goDrafts: ['d'],
  goChannels: ['b'],
  narrowToTopic: ['s'],
  showPerson: ['u'],
  filterPeople: ['w'],
  goAllMessages: ['a'],
  react: [':'],
  like: ['+'],
  quote: ['>'],
  editMessage: ['e'],
  handled: ['e'],
  moveMessages: ['m'],
  star: ['*'],
  unreadFrom: ['Shift+u'],
  foldMessage: ['-'],
  showPictures: ['v'],
  toNewest: ['End'],
  reply: ['r'],
  newTopic: ['c'],
  newDirect: ['x'],
  bold: ['Mod+b'],
  italic: ['Mod+i'],
  strike: ['Mod+Shift+s'],
  link: ['Mod+Shift+l'],
  code: ['Mod+e'],
  preview: ['Mod+Shift+e'],
  sendNow: ['Mod+Enter'],
  close: ['Escape'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The first keys of all bindings of two. */
const FIRSTS = new Set(
  Object.values(bindings)
    .flat()
    .flatMap((each) => (each.includes(' ') ? [each.split(' ')[0]!] : [])),
);

/** Names of key actions. */
export type KeyName = keyof typeof bindings;

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** A binding of the table, its combinations as one sees them: `['Ctrl', 'K']`. */
interface ShownBinding {
  name: KeyName;
  combinations: string[][];
}

/** Returns the bindings that the present page handles; `close` closes the open help. */
export function shownBindings(): ShownBinding[] {
  const handled = new Set([...listeners].flatMap(({ current }) => Object.keys(current)));
  return Object.entries(bindings)
    .filter(([name]) => name === 'close' || handled.has(name))
    .map(([name, combinations]) => ({
      name: name as KeyName,
      combinations: combinations.map((each) => each.split(' ').flatMap(partsOf).map(written)),
    }));
}

/** Name of the key that `Mod` stands for on this machine. */
export const modName = (): string => written('Mod');

/** Returns the first combination of a key action as its caps are written: `['Ctrl', 'K']`. */
export function keyCapsOf(name: KeyName): string[] {
  return bindings[name][0].split(' ').flatMap(partsOf).map(written);
}

/** Returns the same for `aria-keyshortcuts`; undefined for two keys one after the other, which ARIA has no form for. */
export function ariaKeysOf(name: KeyName): string | undefined {
  const [first] = bindings[name];
  return first.includes(' ') ? undefined : first.replace('Mod', isApple ? 'Meta' : 'Control');
}

/** Returns the keys of a combination. */
const partsOf = (combination: string): string[] => (combination === '+' ? ['+'] : combination.split('+'));

function written(key: string): string {
  const { names } = texts.keys;
  const known: Record<string, string> = {
    Mod: isApple ? '⌘' : names.mod,
    Shift: names.shift,
    Alt: names.alt,
    ArrowLeft: '←',
    ArrowRight: '→',
    Enter: names.enter,
    Escape: names.escape,
    ArrowDown: '↓',
    ArrowUp: '↑',
  };
  return known[key] ?? key.toUpperCase();
}

/** With Ctrl or ⌘ these are a field's own: all of it, copy, paste, cut, again, undo. */
const OF_FIELDS = ['a', 'c', 'v', 'x', 'y', 'z'];

/** Whether an event is one of the combinations of `name`. What is typed into a field, and what edits it, is the field's. */
export function isKey(name: KeyName, event: KeyboardEvent): boolean {
  return bindings[name].some((combination) => matches(combination, event));
}

function matches(combination: string, event: KeyboardEvent): boolean {
  const [first, second] = combination.split(' ') as [string, string | undefined];
  if (second !== undefined) return isAfter(first, event) && matchesOne(second, event);
  // What comes after a first key is no key of its own.
  if (/^.$/u.test(first) && [...FIRSTS].some((each) => isAfter(each, event))) return false;
  return matchesOne(first, event);
}

function matchesOne(combination: string, event: KeyboardEvent): boolean {
  const parts = partsOf(combination);
  const key = parts.at(-1)!;
  const mod = isApple ? event.metaKey : event.ctrlKey;
  if (parts.includes('Mod') !== mod || parts.includes('Alt') !== event.altKey) return false;
  // Which signs need Shift is the keyboard's business; of letters and named keys it makes others.
  if (/^(\p{L}|\w{2,})$/u.test(key) && parts.includes('Shift') !== event.shiftKey) return false;
  if (isTyping(event.target) && isOfField(parts, key)) return false;
  return event.key.toLowerCase() === key.toLowerCase();
}

function isOfField(parts: readonly string[], key: string): boolean {
  return parts.includes('Mod') ? OF_FIELDS.includes(key) : !/^(Escape|Enter)$/.test(key);
}

/** True for a key that is pressed alone. */
export function isWithoutModifier({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return !(ctrlKey || metaKey || altKey || shiftKey);
}

/** Whether a click is one with Ctrl or ⌘: it adds to what is selected. */
export function isWithMod(event: MouseEvent): boolean {
  return isApple ? event.metaKey : event.ctrlKey;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Maximum time between two keys of a sequence. */
const SEQUENCE_MS = 1500;
/** The key before, and when; what was typed into a field is none. */
let before: { key: string; at: number } | undefined;
let current: KeyboardEvent | undefined;
let last: { key: string; at: number } | undefined;

/** Whether `key` was pressed shortly before the key of `event`. */
function isAfter(key: string, event: KeyboardEvent): boolean {
  if (event !== current) {
    before = last;
    current = event;
    const isAlone = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    last = isAlone && !isTyping(event.target) ? { key: event.key, at: event.timeStamp } : undefined;
  }
  return before?.key === key && event.timeStamp - before.at < SEQUENCE_MS && !isTyping(event.target);
}

/** Name of the part of a page whose keys work in it alone (`data-key-scope`): an app within another one. Empty: the page. */
export const KeyScope = createContext('');

/** Keys of the page that work in such a part too. */
const EVERYWHERE: readonly string[] = ['palette', 'help'];

const scopeOf = (target: EventTarget | null): string =>
  (target instanceof Element && target.closest<HTMLElement>('[data-key-scope]')?.dataset.keyScope) || '';

/** Leaves the field that one types in: the next keys are those of the part of the page around it. */
export function leaveField(): void {
  const field = document.activeElement as HTMLElement;
  const part = field.closest<HTMLElement>('[data-key-scope]');
  if (part) part.focus();
  else field.blur();
}

/** Key handlers of the page's parts. */
const listeners = new Set<{ current: Partial<Record<KeyName, () => void>> }>();

/** Parts that have the keyboard for themselves while they are open. */
const MODAL = 'dialog[open], [role=menu]:popover-open';

/**
 * Does something at a key of the table, anywhere on the page, unless a dialog or a menu is open or somebody else has dealt
 * with it.
 */
export function useKeys(handlers: Partial<Record<KeyName, () => void>>): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  const scope = useContext(KeyScope);
  // Before it is painted: what is seen can be used at once.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const isHere = scopeOf(event.target) === scope;
      for (const [name, handle] of Object.entries(latest.current)) {
        if (!(isHere || EVERYWHERE.includes(name)) || !isKey(name as KeyName, event)) continue;
        // Looked for only now: it takes a millisecond in a large document, and most keys are somebody's text.
        if (document.querySelector(MODAL)) return;
        event.preventDefault();
        handle();
        return;
      }
    };
    listeners.add(latest);
    document.addEventListener('keydown', listen);
    return () => {
      listeners.delete(latest);
      document.removeEventListener('keydown', listen);
    };
  }, []);
}
