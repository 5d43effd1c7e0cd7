-- Written by "npm run sql" from src/platform/processes/actions.ts.

-- doForgetProcesses
delete from platform.processes;
