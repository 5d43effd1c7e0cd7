/** Measurements at one time, by name. */
export type Sample = Readonly<Record<string, number>>;

/** Tolerance: a share of the initial value, and a fixed amount for variations of the machine. */
interface Bar {
  share: number;
  amount: number;
}

/** Measurements that must stay constant. */
const FLAT: Readonly<Record<string, Bar>> = {
  'memory of the program, MiB': { share: 0.2, amount: 40 },
  'memory of PostgreSQL, MiB': { share: 0.3, amount: 100 },
  'connections to the database': { share: 0, amount: 3 },
  'open files': { share: 0.1, amount: 15 },
  'latency, ms': { share: 1, amount: 30 },
  'write-ahead log on the disk, MiB': { share: 0.5, amount: 128 },
};
/** A table grows by what happens, and by the same in the same time: the last third by no more than this of the second. */
const TABLE: Bar = { share: 1, amount: 2 };

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const of = (samples: readonly Sample[], name: string) => samples.map((sample) => sample[name] ?? 0);

/**
 * Returns the measurements that grew between the second and the last third of the time; the first third fills caches.
 */
export function whatGrew(samples: readonly Sample[]): string[] {
  const third = Math.floor(samples.length / 3);
  const [second, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)];
  if (third < 2) return ['too few samples'];
  const flat = Object.entries(FLAT).flatMap(([name, { share, amount }]) => {
    const [before, after] = [median(of(second, name)), median(of(last, name))];
    return after > before * (1 + share) + amount ? [`${name}: from ${before} to ${after}`] : [];
  });
  const tables = Object.keys(samples.at(-1)!).filter((name) => name.startsWith('table '));
  const growing = tables.flatMap((name) => {
    const grown = (part: readonly Sample[]) => (part.at(-1)![name] ?? 0) - (part[0]![name] ?? 0);
    const [before, after] = [grown(second), grown(last)];
    return after > before * (1 + TABLE.share) + TABLE.amount ? [`${name}, MiB: by ${before}, then by ${after}`] : [];
  });
  return [...flat, ...growing];
}
