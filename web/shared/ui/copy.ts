/**
 * Copies a text.
 * @returns whether the browser took it; at an address without https it has another way than elsewhere
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (!('clipboard' in navigator)) return copyMarked(text);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** By marking it in a field that nobody sees. A dialog keeps the focus within itself, so the field stands there. */
function copyMarked(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  (before?.closest('dialog') ?? document.body).append(field);
  field.select();
  const isTaken = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isTaken;
}
