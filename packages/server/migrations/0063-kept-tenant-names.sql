-- The tenant's name in a work unit is what lists show, so it must be right even for a unit that is written while its
-- tenant is renamed: the two wait for each other, unit by unit of other people they do not.
create or replace function cfs.complete_work_unit()
returns trigger language plpgsql set search_path = '' as $$
begin
  new.public_work_unit_id := coalesce(new.public_work_unit_id, new.work_unit_id);
  perform pg_catalog.pg_advisory_xact_lock_shared(pg_catalog.hashtextextended('tenant name ' || new.tenant_id, 0));
  select t.name into strict new.tenant_name from cfs.tenants t where t.tenant_id = new.tenant_id;
  return new;
end
$$;

create or replace function cfs.rename_tenant_of_work_units()
returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('tenant name ' || new.tenant_id, 0));
  update cfs.work_units set tenant_name = new.name where tenant_id = new.tenant_id;
  return null;
end
$$;
