/** Series of a chart, one value for each label; null if there is none. */
export interface Series {
  label: string;
  values: readonly (number | null)[];
  color: 'good' | 'bad' | 'accent';
}

/** The content of a chart. */
export interface Drawn {
  labels: readonly string[];
  series: readonly Series[];
  isShare: boolean;
}
