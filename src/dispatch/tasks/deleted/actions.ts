export { appendReportOnDeleted as doAppendReportOnDeleted, insertDeletedTask as doNoteDeletedTask } from './queries.ts';
