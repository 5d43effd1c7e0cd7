export const en = {
  title: 'Shifts',
  none: 'No shifts in this week and the next.',
  edit: 'Edit shifts',
  week: 'Week',
  weekFrom: (day: string) => `Week of ${day}`,
  shift: 'Shift',
  add: (day: string) => `Add a shift on ${day}`,
  remove: (day: string) => `Remove this shift of ${day}`,
  from: (day: string) => `${day}, from`,
  to: (day: string) => `${day}, to`,
  hint: 'Times are yours, where you are. A shift that ends before it begins ends on the next day.',
  saved: 'Shifts saved.',
};

export type ScheduleWords = typeof en;
