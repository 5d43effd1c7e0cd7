/** Schema of pg-boss's own tables. */
export const SCHEMA = 'jobs';
