import { integer } from './readers.ts';
import type { Settings } from './setting.ts';

/** How long what people and the server make is valid, shown or kept. */
export const lifetimeSettings = {
  invitationMinutes: {
    variable: 'INVITATION_MINUTES',
    about: 'Minutes that an invitation to chat holds unless it says otherwise.',
    fallback: '14400',
    read: integer(1, 2 ** 31 - 1),
  },
  trackingHours: {
    variable: 'TRACKING_HOURS',
    about: "Hours after completion until a task's tracking page is gone.",
    fallback: '24',
    read: integer(0, 8760),
  },
  trackingStops: {
    variable: 'TRACKING_STOPS',
    about: 'Most stops before a task at which its tracking page shows where the worker is.',
    fallback: '3',
    read: integer(0, 1000),
  },
  auditDays: {
    variable: 'AUDIT_DAYS',
    about: 'Days that entries of the audit log are kept.',
    fallback: '400',
    read: integer(1, 36_500),
  },
  dutyDays: {
    variable: 'DUTY_DAYS',
    about: 'Days that changes of duty and shifts of workers are kept, for analytics.',
    fallback: '400',
    read: integer(1, 36_500),
  },
  exportDays: {
    variable: 'EXPORT_DAYS',
    about: 'Days that an export of the chat is kept, with its file, unless it is deleted before.',
    fallback: '30',
    // A week is looked back on, to count them.
    read: integer(7, 36_500),
  },
} satisfies Settings;
