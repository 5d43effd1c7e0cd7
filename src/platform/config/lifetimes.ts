import { integer } from './readers.ts';
import type { Settings } from './setting.ts';

/** Periods for which objects of people and of the server are valid, shown or kept. */
export const lifetimeSettings = {
  invitationMinutes: {
    variable: 'INVITATION_MINUTES',
    about: 'Default validity of a chat invitation in minutes.',
    fallback: '14400',
    read: integer(1, 2 ** 31 - 1),
  },
  trackingHours: {
    variable: 'TRACKING_HOURS',
    about: "Hours after completion until a task's tracking page expires.",
    fallback: '24',
    read: integer(0, 8760),
  },
  trackingStops: {
    variable: 'TRACKING_STOPS',
    about: "Maximum number of stops before a task at which its tracking page shows the worker's position.",
    fallback: '3',
    read: integer(0, 1000),
  },
  auditDays: {
    variable: 'AUDIT_DAYS',
    about: 'Days to keep entries of the audit log.',
    fallback: '400',
    read: integer(1, 36_500),
  },
  dutyDays: {
    variable: 'DUTY_DAYS',
    about: 'Days to keep duty changes and shifts of workers, for analytics.',
    fallback: '400',
    read: integer(1, 36_500),
  },
  exportDays: {
    variable: 'EXPORT_DAYS',
    about: 'Days to keep a chat export and its file.',
    fallback: '30',
    // A week is looked back on, to count them.
    read: integer(7, 36_500),
  },
} satisfies Settings;
