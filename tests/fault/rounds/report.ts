import type { Recovery } from './own-form.ts';

/** Returns the summary of each kind of fault: its number, and the time until requests were answered again. */
export function recoveryLines(recoveries: ReadonlyMap<string, readonly (Recovery | undefined)[]>): string[] {
  return [...recoveries].map(([name, all]) => {
    const known = all.filter((each) => each !== undefined);
    if (known.length === 0) return `${name}: ${all.length} times`;
    const times = known.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
    const median = times[Math.floor(times.length / 2)]!;
    const cpu = known.map(({ processorSeconds }) => processorSeconds ?? 0).toSorted((a, b) => a - b);
    const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
    const ofCpu = cpu.at(-1)! > 0 ? `, processor time ${cpu[Math.floor(cpu.length / 2)]!.toFixed(2)} s` : '';
    return `${name}: ${all.length} times, ready after ${seconds(median)} (median), ${seconds(times.at(-1)!)} (max)${ofCpu}`;
  });
}
