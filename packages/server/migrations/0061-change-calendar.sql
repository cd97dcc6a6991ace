-- The change calendar reads plans by their start, within one tenant and across all.

create index work_units_planned on cfs.work_units (tenant_id, planned_start_time) where planned_start_time is not null;
create index work_units_planned_all on cfs.work_units (planned_start_time) where planned_start_time is not null;
