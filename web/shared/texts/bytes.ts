import { locale } from './index.ts';

const unit = (name: string) => new Intl.NumberFormat(locale, { style: 'unit', unit: name, maximumFractionDigits: 1 });
const kilobytes = unit('kilobyte');
const megabytes = unit('megabyte');
const gigabytes = unit('gigabyte');

/** Bytes as people read them: “0.1 kB”, “12.5 MB”, “1.2 GB”. */
export function bytesInWords(bytes: number): string {
  // Nothing that is there is “0 kB”.
  if (bytes < 1e6) return kilobytes.format(Math.ceil(bytes / 100) / 10);
  return bytes < 1e9 ? megabytes.format(bytes / 1e6) : gigabytes.format(bytes / 1e9);
}
