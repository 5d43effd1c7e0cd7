import { locale } from './index.ts';

const unit = (name: string) => new Intl.NumberFormat(locale, { style: 'unit', unit: name, maximumFractionDigits: 1 });
const megabytes = unit('megabyte');
const gigabytes = unit('gigabyte');

/** Bytes as people read them: “12.5 MB”, “1.2 GB”. */
export function bytesInWords(bytes: number): string {
  return bytes >= 1e9 ? gigabytes.format(bytes / 1e9) : megabytes.format(bytes / 1e6);
}
