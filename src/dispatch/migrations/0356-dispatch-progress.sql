-- How far a dispatch is whose routes are being looked for.
alter table dispatch.team_dispatches add column progress jsonb;
