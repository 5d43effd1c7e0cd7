import { elementsOf, plainCell, readNumber, readYesNo } from './cells.ts';
import { readTime, type TimeContext } from './local-times.ts';
import { readPlaceCells } from './place-cells.ts';
import { type Meaning, plainHeading } from './task-columns.ts';

/** Possible problems of a line before the server checks it; the page has the words. */
const problemKinds = [
  ...(['noPlace', 'phone', 'name', 'time', 'noSuchTime', 'order', 'number', 'position', 'yesNo'] as const),
  ...(['worker', 'workers', 'team', 'teams', 'both'] as const),
] as const;
export interface LineProblem {
  kind: (typeof problemKinds)[number];
  /** As it stands in the file. */
  text: string;
}

interface Named {
  id: string;
  name: string;
}

/** Objects that a line may refer to, and the format of its values. */
export interface CsvImportContext extends TimeContext {
  workers: readonly (Named & { phone: string })[];
  teams: readonly Named[];
  /** Default country. */
  country: string;
  fields: readonly { key: string; type: string; asArray: boolean }[];
}

/** A line as `POST /tasks/batch` takes it, and what is wrong about it. */
export interface ReadLine {
  task: Record<string, unknown>;
  problems: readonly LineProblem[];
}

/** Reads the cells of lines by what their columns mean. */
export class LineReader {
  readonly #meanings: readonly (Meaning | '')[];
  readonly #context: CsvImportContext;
  readonly #workers: ReadonlyMap<string, readonly string[]>;
  readonly #teams: ReadonlyMap<string, readonly string[]>;

  constructor(meanings: readonly (Meaning | '')[], context: CsvImportContext) {
    this.#meanings = meanings;
    this.#context = context;
    this.#workers = byWhatIsWritten(context.workers, ({ phone }) => [phone.replaceAll(/\D/g, '')]);
    this.#teams = byWhatIsWritten(context.teams, () => []);
  }

  read(cells: readonly string[]): ReadLine {
    const problems: LineProblem[] = [];
    const given = new Map<Meaning, string>();
    for (const [at, meaning] of this.#meanings.entries()) {
      const text = plainCell(cells[at] ?? '');
      if (meaning && text !== '') given.set(meaning, text);
    }
    const line = new Line(given, problems);
    return {
      task: {
        destination: line.destination(this.#context.country),
        ...line.recipients(),
        ...this.#times(line),
        ...line.plain(),
        ...this.#container(line),
        ...this.#customFields(line),
      },
      problems,
    };
  }

  #times(line: Line): Record<string, unknown> {
    const [completeAfter, completeBefore] = (['completeAfter', 'completeBefore'] as const).map((meaning) => {
      const text = line.text(meaning);
      if (!text) return undefined;
      const read = readTime(text, this.#context, meaning === 'completeBefore');
      if ('at' in read) return read.at;
      line.problem(read.problem, text);
      return undefined;
    });
    if (completeAfter !== undefined && completeBefore !== undefined && completeAfter > completeBefore)
      line.problem('order', '');
    return {
      ...(completeAfter !== undefined && { completeAfter }),
      ...(completeBefore !== undefined && { completeBefore }),
    };
  }

  #container(line: Line): Record<string, unknown> {
    const [worker, team] = [line.text('worker'), line.text('team')];
    if (worker && team) line.problem('both', '');
    else if (worker) {
      const id = line.oneOf(this.#workers, worker, ['worker', 'workers']);
      return id ? { container: { type: 'WORKER', worker: id } } : {};
    } else if (team) {
      const id = line.oneOf(this.#teams, team, ['team', 'teams']);
      return id ? { container: { type: 'TEAM', team: id } } : {};
    }
    return {};
  }

  #customFields(line: Line): Record<string, unknown> {
    // In an order of their own: the line is the same wherever it is read.
    const fields = this.#context.fields.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const customFields = fields.flatMap(({ key, type, asArray }) => {
      const text = line.text(`field:${key}`);
      if (!text) return [];
      const value = asArray ? elementsOf(text).map((each) => line.value(type, each)) : line.value(type, text);
      return [{ key, value }];
    });
    return customFields.length > 0 ? { customFields } : {};
  }
}

/** The cells of one line. */
class Line {
  readonly #given: ReadonlyMap<Meaning, string>;
  readonly #problems: LineProblem[];

  constructor(given: ReadonlyMap<Meaning, string>, problems: LineProblem[]) {
    this.#given = given;
    this.#problems = problems;
  }

  text(meaning: Meaning): string {
    return this.#given.get(meaning) ?? '';
  }

  problem(kind: LineProblem['kind'], text: string): void {
    this.#problems.push({ kind, text });
  }

  destination(country: string): Record<string, unknown> {
    const place = readPlaceCells(
      (meaning) => this.text(meaning),
      (kind, text) => this.problem(kind, text),
      country,
    );
    const notes = this.text('placeNotes');
    return { ...place, ...(notes && { notes }) };
  }

  /** Whoever has neither a name nor a number is nobody. */
  recipients(): Record<string, unknown> {
    const [name, phone, notes] = [this.text('name'), this.text('phone'), this.text('recipientNotes')];
    if (!name && !phone) return {};
    if (!phone) this.problem('phone', name);
    if (!name) this.problem('name', phone);
    return { recipients: [{ name, phone, ...(notes && { notes }) }] };
  }

  plain(): Record<string, unknown> {
    const [notes, order, pickup] = [this.text('notes'), this.text('order'), this.text('pickup')];
    const numbers = (['quantity', 'serviceTime'] as const).flatMap((meaning) => {
      const text = this.text(meaning);
      return text ? [[meaning, this.#number(text)] as const] : [];
    });
    return {
      ...(notes && { notes }),
      ...(order && { orderShortId: order }),
      ...(pickup && { pickupTask: this.#yesNo(pickup) }),
      ...Object.fromEntries(numbers),
    };
  }

  /** A value as its custom field wants it. */
  value(type: string, text: string): unknown {
    if (type === 'boolean') return this.#yesNo(text);
    return type === 'integer' || type === 'decimal' ? this.#number(text, -Infinity) : text;
  }

  /** The ID of what was written. */
  oneOf(
    known: ReadonlyMap<string, readonly string[]>,
    text: string,
    [none, several]: readonly [LineProblem['kind'], LineProblem['kind']],
  ): string | undefined {
    const number = /^[+\d\s()./-]+$/.test(text) ? text.replaceAll(/\D/g, '') : '';
    const found = known.get(text) ?? known.get(plainHeading(text)) ?? known.get(number) ?? [];
    if (found.length !== 1) this.problem(found.length === 0 ? none : several, text);
    return found[0];
  }

  #number(text: string, least = 0): number {
    const number = readNumber(text);
    if (number === undefined || number < least) this.problem('number', text);
    return number ?? 0;
  }

  #yesNo(text: string): boolean {
    const isYes = readYesNo(text);
    if (isYes === undefined) this.problem('yesNo', text);
    return isYes ?? false;
  }
}

/**
 * Returns the keys by which lines are recognised when they come again. The same content several times in one list is
 * meant: each of it has a key of its own.
 */
export function keysOfLines(tasks: readonly Record<string, unknown>[]): string[] {
  const counts = new Map<string, number>();
  return tasks.map((task) => {
    const text = JSON.stringify(task);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return `${count} ${text}`;
  });
}

/** IDs by what people may write: the ID itself, the name, or more. */
function byWhatIsWritten<T extends Named>(
  items: readonly T[],
  more: (item: T) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const item of items)
    for (const key of new Set([item.id, plainHeading(item.name), ...more(item)]))
      if (key !== '') found.set(key, [...(found.get(key) ?? []), item.id]);
  return found;
}
