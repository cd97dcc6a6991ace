-- The change calendar looks at plans that begin in a span or within a week before it, in the order of their start; those
-- that last longer are few, and stand in an index of their own by their end (plain columns: behind row-level security no
-- expression is looked up). Times of other types and of canceled changes are never asked for.

drop index cfs.work_units_planned;
drop index cfs.work_units_planned_all;
create index work_units_planned on cfs.work_units (tenant_id, planned_start_time, work_unit_id)
  where work_unit_type_id = 2 and state <> 8 and planned_start_time is not null;
create index work_units_planned_all on cfs.work_units (planned_start_time, work_unit_id)
  where work_unit_type_id = 2 and state <> 8 and planned_start_time is not null;
create index work_units_long_plans on cfs.work_units (planned_finish_time, tenant_id)
  where work_unit_type_id = 2 and state <> 8 and planned_finish_time - planned_start_time > interval '7 days';

create index rules_maintenance on cfs.rules (tenant_id) where rule_type_id = 5 and enabled and not is_deleted;
