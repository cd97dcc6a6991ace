-- The version report: a row per device and installed package, denormalised from devices, packages and their versions by
-- triggers, so that each page, total and export reads one table.

create table cfs.version_report_rows (
  tenant_id uuid not null,
  installation_id uuid primary key default gen_random_uuid(),
  device_id uuid not null,
  package_id uuid not null,
  subscription_id uuid not null,
  device_name text collate cfs.human not null,
  package_name text collate cfs.human not null,
  installed_version_id uuid not null,
  installed_version text not null,
  installed_precedence text collate "C" not null,
  installed_version_released timestamptz(3) not null,
  -- Null while the package has no Latest version.
  latest_version_id uuid,
  latest_version text,
  latest_version_released timestamptz(3),
  -- 1: Current, 2: Outdated.
  version_status smallint not null,
  search_text text generated always as (cfs.fold(device_name || ' ' || package_name)) stored,
  unique (tenant_id, device_id, package_id)
);
create index version_report_device on cfs.version_report_rows (tenant_id, device_name, installation_id);
create index version_report_device_all on cfs.version_report_rows (device_name, installation_id);
create index version_report_package on cfs.version_report_rows (tenant_id, package_name, installation_id);
create index version_report_package_all on cfs.version_report_rows (package_name, installation_id);
create index version_report_status on cfs.version_report_rows (tenant_id, version_status, installation_id);
create index version_report_status_all on cfs.version_report_rows (version_status, installation_id);
create index version_report_released on cfs.version_report_rows (tenant_id, installed_version_released, installation_id);
create index version_report_released_all on cfs.version_report_rows (installed_version_released, installation_id);
-- For counts of distinct devices and packages.
create index version_report_device_id on cfs.version_report_rows (device_id, tenant_id);
create index version_report_package_id on cfs.version_report_rows (package_id, tenant_id);
create index version_report_outdated on cfs.version_report_rows (device_id) where version_status = 2;
select gate.protect('version_report_rows');
select gate.make_searchable('version_report_rows', 'installation_id');
revoke insert, update, delete on cfs.version_report_rows from cfs_app;

-- The triggers run as the owner: a version of a shared package concerns the rows of every tenant.

-- Writes or deletes the row of an installation. The share locks make it wait for a change of the device or of the
-- package's versions that has not committed yet, and make later changes wait for the row.
create function gate.report_installation()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' or new.installed_version_id is null then
    delete from cfs.version_report_rows
      where tenant_id = old.tenant_id and device_id = old.device_id and package_id = old.package_id;
    return null;
  end if;
  perform from cfs.devices d where d.tenant_id = new.tenant_id and d.device_id = new.device_id for share;
  perform from cfs.packages p where p.package_id = new.package_id for share;
  insert into cfs.version_report_rows as report (tenant_id, device_id, package_id, subscription_id, device_name,
    package_name, installed_version_id, installed_version, installed_precedence, installed_version_released,
    latest_version_id, latest_version, latest_version_released, version_status)
  select d.tenant_id, d.device_id, p.package_id, d.subscription_id, d.name, p.name, i.package_version_id, i.version,
    i.precedence, i.created, l.package_version_id, l.version, l.created,
    case when l.precedence > i.precedence then 2 else 1 end
  from cfs.devices d
  join cfs.packages p on p.package_id = new.package_id
  join cfs.package_versions i on i.package_version_id = new.installed_version_id
  left join cfs.package_versions l on l.package_id = p.package_id and l.package_version_status_id = 1
  where d.tenant_id = new.tenant_id and d.device_id = new.device_id and not d.is_deleted
  on conflict (tenant_id, device_id, package_id) do update set
    installed_version_id = excluded.installed_version_id, installed_version = excluded.installed_version,
    installed_precedence = excluded.installed_precedence,
    installed_version_released = excluded.installed_version_released,
    latest_version_id = excluded.latest_version_id, latest_version = excluded.latest_version,
    latest_version_released = excluded.latest_version_released, version_status = excluded.version_status;
  return null;
end
$$;
create trigger report_new_installation after insert on cfs.package_installations
for each row when (new.installed_version_id is not null) execute function gate.report_installation();
create trigger report_changed_installation after update on cfs.package_installations
for each row when (new.installed_version_id is distinct from old.installed_version_id)
execute function gate.report_installation();
create trigger report_removed_installation after delete on cfs.package_installations
for each row when (old.installed_version_id is not null) execute function gate.report_installation();

-- Compares the rows of a package with its Latest version. Deferred to the commit: a release archives one version and
-- makes another the Latest.
create function gate.report_versions()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed uuid := case tg_op when 'DELETE' then old.package_id else new.package_id end;
begin
  perform from cfs.packages p where p.package_id = changed for update;
  update cfs.version_report_rows report
    set latest_version_id = l.package_version_id, latest_version = l.version, latest_version_released = l.created,
      version_status = case when l.precedence > report.installed_precedence then 2 else 1 end
  from (select changed as package_id) of_package
  left join cfs.package_versions l on l.package_id = of_package.package_id and l.package_version_status_id = 1
  where report.package_id = changed and report.latest_version_id is distinct from l.package_version_id;
  return null;
end
$$;
create constraint trigger report_versions after insert or update or delete on cfs.package_versions
deferrable initially deferred for each row execute function gate.report_versions();

create function gate.report_device()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.is_deleted then
    delete from cfs.version_report_rows where tenant_id = new.tenant_id and device_id = new.device_id;
  else
    update cfs.version_report_rows set device_name = new.name, subscription_id = new.subscription_id
      where tenant_id = new.tenant_id and device_id = new.device_id;
  end if;
  return null;
end
$$;
create trigger report_device after update on cfs.devices
for each row when (new.name is distinct from old.name or new.subscription_id is distinct from old.subscription_id
  or new.is_deleted is distinct from old.is_deleted)
execute function gate.report_device();

create function gate.report_package()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update cfs.version_report_rows set package_name = new.name where package_id = new.package_id;
  return null;
end
$$;
create trigger report_package after update on cfs.packages
for each row when (new.name is distinct from old.name) execute function gate.report_package();
