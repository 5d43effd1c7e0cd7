export { deletePin as doForgetPin, noteTried as doNoteTry, upsertPin as doKeepPin } from './queries.ts';
