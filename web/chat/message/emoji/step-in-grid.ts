/** Moves the focus among buttons that stand in lines of any length: left and right by one, up and down to the nearest of the next line. */
export function stepInGrid(event: KeyboardEvent, grid: HTMLElement): void {
  const buttons = [...grid.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  if (at < 0) return;
  const isReversed = document.documentElement.dir === 'rtl';
  const inline = { ArrowLeft: isReversed ? 1 : -1, ArrowRight: isReversed ? -1 : 1 }[event.key];
  const block = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const to =
    inline !== undefined ? buttons[at + inline] : block !== undefined ? inNextLine(buttons, at, block) : undefined;
  if (inline === undefined && block === undefined) return;
  event.preventDefault();
  to?.focus();
}

function inNextLine(buttons: readonly HTMLElement[], at: number, by: number): HTMLElement | undefined {
  const { top, left } = buttons[at]!.getBoundingClientRect();
  const beyond = buttons.filter((each) => (each.getBoundingClientRect().top - top) * by > 1);
  const line = (by > 0 ? beyond[0] : beyond.at(-1))?.getBoundingClientRect().top;
  return beyond
    .filter((each) => each.getBoundingClientRect().top === line)
    .reduce<HTMLElement | undefined>((best, each) => {
      const distance = (one: HTMLElement) => Math.abs(one.getBoundingClientRect().left - left);
      return !best || distance(each) < distance(best) ? each : best;
    }, undefined);
}
