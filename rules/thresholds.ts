/** Units of the thresholds that webhooks may have, by the number of the trigger (spec: dispatch 6). */
export const thresholdUnits: Readonly<Record<number, 'seconds' | 'metres'>> = {
  1: 'seconds',
  2: 'metres',
  12: 'seconds',
};
