-- Home counts open units by severity, state and type: with the type in these indexes it reads no rows of the table.
drop index cfs.work_units_state;
drop index cfs.work_units_state_all;
create index work_units_state on cfs.work_units (tenant_id, state, severity, created desc, work_unit_id desc)
  include (work_unit_type_id);
create index work_units_state_all on cfs.work_units (state, severity, created desc, work_unit_id desc, tenant_id desc)
  include (work_unit_type_id);
