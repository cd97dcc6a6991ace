-- Behind row-level security an index is looked into by plain columns alone: long plans are found by their end as it
-- stands, and the order of the usual ones is that of the calendar.

drop index cfs.work_units_long_plans;
create index work_units_long_plans on cfs.work_units (planned_finish_time, tenant_id)
  where work_unit_type_id = 2 and state <> 8 and planned_finish_time - planned_start_time > interval '7 days';

drop index cfs.work_units_planned;
drop index cfs.work_units_planned_all;
create index work_units_planned on cfs.work_units (tenant_id, planned_start_time, work_unit_id)
  where work_unit_type_id = 2 and state <> 8 and planned_start_time is not null;
create index work_units_planned_all on cfs.work_units (planned_start_time, work_unit_id)
  where work_unit_type_id = 2 and state <> 8 and planned_start_time is not null;
