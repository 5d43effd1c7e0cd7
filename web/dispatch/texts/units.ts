import { locale } from '../../shared/texts/index.ts';

const seconds = new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'narrow' });
const minutes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute' });
const hours = new Intl.NumberFormat(locale, { style: 'unit', unit: 'hour' });
const days = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' });
const together = new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' });
const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });

/** A span of time by its largest unit; of less than a day also the minutes. */
export function span(milliseconds: number): string {
  const inSeconds = Math.floor(milliseconds / 1000);
  if (inSeconds < 60) return seconds.format(inSeconds);
  if (inSeconds < 3600) return minutes.format(Math.floor(inSeconds / 60));
  return inSeconds < 86_400 ? hoursAndMinutes(inSeconds) : days.format(Math.floor(inSeconds / 86_400));
}

function hoursAndMinutes(inSeconds: number): string {
  const rest = Math.floor(inSeconds / 60) % 60;
  const whole = hours.format(Math.floor(inSeconds / 3600));
  return rest === 0 ? whole : together.format([whole, minutes.format(rest)]);
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
