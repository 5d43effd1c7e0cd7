/** Characters of the notes of a completion. */
export const MAX_COMPLETION_NOTES = 10_000;
/** Photos of a completion. */
export const MAX_COMPLETION_PHOTOS = 50;
/** Scanned barcodes of a completion. */
export const MAX_COMPLETION_BARCODES = 1000;
/** Characters of a scanned barcode. */
export const MAX_BARCODE_LENGTH = 4000;
/** Actions that a driver's phone sends in one request. */
export const MAX_DRIVER_ACTIONS = 100;
/** Hours from now until the end of the time window of tasks that are dispatched. */
export const MAX_TASK_HOURS = 12;
/** Hours from now until the end of the shift that tasks are dispatched for. */
export const MAX_SHIFT_HOURS = 16;
