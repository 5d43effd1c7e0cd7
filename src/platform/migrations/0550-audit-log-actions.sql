-- A word of the audit log (`webhook.created`) is found among the many of its area.
create index audit_log_action on platform.audit_log (organization_id, action, id);
