/** A row of a sheet, sorted into the fields of a task. */
export interface PastedRow {
  name: string;
  phone: string;
  addressLine: string;
  /** All other cells. */
  notes: string;
}

const PHONE = /^\+?[\d\s()/.-]{7,20}$/;
// `10115`, `10115 Berlin`, `SW1A 2AA`
const POSTAL = /^(?:\d{4,6}(?:-\d{3,4})?|[A-Z]{1,2}\d[\dA-Z]?\s*\d[A-Z]{2})(?:\s+\p{L}.*)?$/u;
const STREET = /\p{L}.*\d|\d.*\p{L}/u;
const NUMBER = /^\d{1,5}\s?[a-z]?(?:[/-]\d+)?$/i;

/** Whether pasted text is cells of a sheet, and not words. */
export const isOfSheet = (text: string): boolean => text.trim().includes('\t');

/** The rows of pasted cells that hold anything. */
export const pastedRows = (text: string): string[] => text.split(/\r?\n/).filter((row) => row.trim() !== '');

/**
 * Sorts the cells of a row that has no heads: the number with most digits is the phone's, the first cell with letters and digits begins the
 * address, which goes on up to the city; the first without digits is the name. Nothing is lost: the rest are notes.
 */
export function readRow(row: string): PastedRow {
  const cells = row.split('\t').map((cell) => cell.trim().replaceAll(/^"|"$/g, ''));
  const taken = new Set<number>();
  const take = (index: number) => {
    if (index >= 0) taken.add(index);
    return cells[index] ?? '';
  };
  const isFree = (index: number) => index < cells.length && cells[index] !== '' && !taken.has(index);
  const phone = take(cells.findIndex((cell) => PHONE.test(cell) && cell.replaceAll(/\D/g, '').length >= 7));
  const address = takeAddress(cells, isFree, take);
  const name = take(cells.findIndex((cell, index) => isFree(index) && /\p{L}/u.test(cell) && !/[\d@]/.test(cell)));
  const notes = cells.filter((_cell, index) => isFree(index)).join(' · ');
  return { name, phone, addressLine: address, notes };
}

function takeAddress(cells: readonly string[], isFree: (i: number) => boolean, take: (i: number) => string): string {
  const isStreet = (cell: string) => STREET.test(cell) && !POSTAL.test(cell) && !cell.includes('@');
  const beginsStreet = (index: number) =>
    isFree(index) &&
    (isStreet(cells[index]!) || (isFree(index + 1) && NUMBER.test(cells[index + 1]!) && /\p{L}/u.test(cells[index]!)));
  const first = cells.findIndex((_cell, index) => beginsStreet(index));
  if (first < 0) return '';
  const parts = [take(first)];
  let next = first + 1;
  if (!/\d/.test(parts[0]!) && isFree(next) && NUMBER.test(cells[next]!)) parts[0] += ` ${take(next++)}`;
  // What follows a postal code is the city.
  if (isFree(next) && POSTAL.test(cells[next]!)) {
    const code = take(next++);
    parts.push(/\p{L}/u.test(code) || !isWord(next) ? code : `${code} ${take(next)}`);
  } else if (isWord(next) && !parts[0]!.includes(',')) parts.push(take(next));
  return parts.join(', ');

  function isWord(index: number): boolean {
    return isFree(index) && /^[^\d@]+$/.test(cells[index]!);
  }
}
