-- Lists of a few tenants sort keys alone, and find all of them in the index by the number that people quote.
drop index cfs.work_units_public;
drop index cfs.work_units_public_all;
create index work_units_public on cfs.work_units (tenant_id, public_work_unit_id, work_unit_id);
create index work_units_public_all on cfs.work_units (public_work_unit_id, work_unit_id);
