import { locale } from '../../shared/texts/index.ts';

const seconds = new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'narrow' });
const minutes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute' });
const hours = new Intl.NumberFormat(locale, { style: 'unit', unit: 'hour', maximumFractionDigits: 1 });
const days = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' });
const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });

/** A span of time by its largest unit. */
export function span(milliseconds: number): string {
  const inSeconds = Math.floor(milliseconds / 1000);
  if (inSeconds < 60) return seconds.format(inSeconds);
  if (inSeconds < 3600) return minutes.format(Math.floor(inSeconds / 60));
  return inSeconds < 86_400 ? hours.format(inSeconds / 3600) : days.format(Math.floor(inSeconds / 86_400));
}

/** A duration: up to an hour and a half in minutes. */
export function duration(inSeconds: number): string {
  return inSeconds < 5400 ? inMinutes(Math.round(inSeconds / 60)) : span(inSeconds * 1000);
}

export function inMinutes(count: number): string {
  return minutes.format(count);
}

export function percentage(part: number): string {
  return percents.format(part);
}
