-- Finds the entries of logs that are kept long enough (remove-old-rows.ts).
create index entity_logs_created on cfs.entity_logs (created);
