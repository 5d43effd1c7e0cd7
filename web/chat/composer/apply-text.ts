import type { Selected } from './formatting.ts';

export function selectedOf({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected {
  return { text: value, start: selectionStart, end: selectionEnd };
}

/**
 * Gives a field another text and selection, as if somebody had typed it: the browser's own undo takes it back, and the field's
 * `input` event tells of it. `execCommand` is the only way to that, in all browsers.
 */
export function applyText(field: HTMLTextAreaElement, { text, start, end }: Selected): void {
  field.focus();
  const before = field.value;
  if (before !== text) {
    let head = 0;
    while (head < before.length && head < text.length && before[head] === text[head]) head++;
    let tail = 0;
    const most = Math.min(before.length, text.length) - head;
    while (tail < most && before[before.length - 1 - tail] === text[text.length - 1 - tail]) tail++;
    const inserted = text.slice(head, text.length - tail);
    field.setSelectionRange(head, before.length - tail);
    const isDone =
      inserted === '' ? document.execCommand('delete') : document.execCommand('insertText', false, inserted);
    if (!isDone || field.value !== text) {
      field.value = text;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  }
  field.setSelectionRange(start, end);
}
