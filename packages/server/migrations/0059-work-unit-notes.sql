-- The notes of a unit alone: what its stakeholder is shown, and what a unit shows of those that were merged into it. Their
-- pages read no further than the notes that they hold, however many other records the unit has.
create index work_unit_history_notes on cfs.work_unit_history (tenant_id, work_unit_id, work_unit_history_id desc)
where history_type is null;
