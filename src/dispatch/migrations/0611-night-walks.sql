-- What is old is found by going through the table once a night (platform/jobs/keeping.ts): an index of ranges knew it for one night only, since
-- the room of deleted rows is taken by new ones.
drop index dispatch.duty_events_at;
drop index dispatch.driver_actions_at;
drop index dispatch.former_workers_left_at;
drop index dispatch.assignment_decisions_at;
drop index dispatch.webhook_attempts_at;
drop index dispatch.road_legs_asked;
-- Each worker's reports have an index by time already.
drop index dispatch.position_reports_received_at;
