import { type DropPlace, dragged } from '../board/drag.tsx';

/** The place in a list under the pointer: before the first task whose middle comes later, as time or writing runs. */
export function placeAt(x: number, y: number): DropPlace | undefined {
  const list = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-list]');
  if (!list) return undefined;
  const isMirrored = getComputedStyle(list).direction === 'rtl';
  const waiting = [...list.querySelectorAll<HTMLElement>('[data-task]:not([data-fixed])')];
  const next = waiting.find((each) => {
    const { left, width } = each.getBoundingClientRect();
    const isBefore = isMirrored ? x > left + width / 2 : x < left + width / 2;
    return isBefore && !dragged.value!.includes(each.dataset.task!);
  });
  return { key: list.dataset.list!, before: next?.dataset.task ?? null };
}
