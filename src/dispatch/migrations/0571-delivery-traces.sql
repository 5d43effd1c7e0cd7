-- As its event has it (docs/decisions/0071-traces.md): a delivery may be made by another process, and days later.
alter table dispatch.webhook_deliveries add column trace text;
