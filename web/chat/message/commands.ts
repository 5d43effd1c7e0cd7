import { isWithMod } from '../../shared/keys.ts';
import { copyText } from '../../shared/ui/copy.ts';
import { showToast } from '../../shared/ui/toast.tsx';
import { personIntent } from '../data/intents.ts';
import { followLink } from './follow-link.ts';
import type { Command } from './html/decorate.ts';
import { openPart } from './opened.ts';
import { rowWords } from './texts/index.ts';

/** Carries out what is pressed within a message: buttons of its text, and links that stay in the house. */
export function carryOut(event: MouseEvent): void {
  const pressed = (event.target as Element).closest<HTMLElement>('[data-command], a[href]');
  if (!pressed || event.defaultPrevented) return;
  const { command } = pressed.dataset;
  if (pressed instanceof HTMLAnchorElement && command !== 'show-picture') {
    followLink(event, pressed);
    return;
  }
  if (command) doIt[command as Command](pressed, event);
}

const doIt: Readonly<Record<Command, (pressed: HTMLElement, event: MouseEvent) => void>> = {
  'copy-code': (pressed) => {
    const code = pressed.closest('.codehilite')!.querySelector('code')!.textContent ?? '';
    void copyText(code).then((isTaken) =>
      isTaken ? showToast(rowWords.code.copied) : showToast(rowWords.code.notCopied, undefined, 'refused'),
    );
  },
  'wrap-code': (pressed) => {
    const isWrapped = pressed.closest('.codehilite')!.classList.toggle('wrapped');
    pressed.setAttribute('aria-pressed', String(isWrapped));
  },
  'toggle-spoiler': (pressed) => {
    const hidden = pressed.closest('.spoiler-block')!.querySelector<HTMLElement>(':scope > .spoiler-content')!;
    hidden.hidden = !hidden.hidden;
    pressed.setAttribute('aria-expanded', String(!hidden.hidden));
  },
  'show-picture': (pressed, event) => {
    // With a key of the browser's own, the link is a link.
    if (isWithMod(event) || event.shiftKey) return;
    event.preventDefault();
    const id = Number(pressed.closest<HTMLElement>('[data-message]')!.dataset.message);
    openPart('picture', id, pressed.getAttribute('href')!);
  },
  'show-person': (pressed) => {
    personIntent.value = { userId: Number(pressed.dataset.userId), beside: pressed };
  },
  'choose-playground': (pressed) => {
    const row = pressed.closest<HTMLElement>('[data-message]')!;
    const buttons = [...row.querySelectorAll('[data-command=choose-playground]')];
    openPart('playgrounds', Number(row.dataset.message), String(buttons.indexOf(pressed)));
  },
  'show-history': (pressed) => {
    openPart('history', Number(pressed.closest<HTMLElement>('[data-message]')!.dataset.message));
  },
};
