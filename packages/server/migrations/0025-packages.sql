-- Packages with their operations and versions, the keys that may sign their bundles, and what devices are to have and
-- have installed. Rows of the System tenant are shared by all.

create table cfs.packages (
  tenant_id uuid not null references cfs.tenants,
  package_id uuid primary key,
  name text collate cfs.human not null,
  description text,
  package_type_id integer not null check (package_type_id between 1 and 7),
  executable_name text collate cfs.human,
  executable_type_id integer not null check (executable_type_id between 1 and 2),
  reference_url text,
  -- Sum of the operating systems: WinX64 1, OsxX64 2, LinuxX64 4.
  operating_system_rids_id integer not null check (operating_system_rids_id between 0 and 7),
  -- JSON.
  parameter_definitions text not null,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  search_text text generated always as (cfs.fold(name)) stored,
  unique (tenant_id, package_id)
);
-- Bundles are matched by name, in any case of its letters.
create unique index packages_folded_name on cfs.packages (tenant_id, cfs.fold(name));
create index packages_name on cfs.packages (tenant_id, name, package_id);
create index packages_name_all on cfs.packages (name, package_id);
select gate.protect('packages');
select gate.make_searchable('packages', 'package_id');

-- The operations of the latest version. `operation_id` stays the same from version to version; an operation that the
-- latest version no longer has is kept as retired, because devices may still name it.
create table cfs.package_operations (
  tenant_id uuid not null,
  operation_id uuid primary key,
  package_id uuid not null,
  name text collate cfs.human not null,
  description text,
  operation_type_id integer not null check (operation_type_id between 1 and 6),
  operation_result_type_id integer not null check (operation_result_type_id between 1 and 2),
  default_interval_seconds integer not null check (default_interval_seconds >= 30),
  -- JSON.
  frequency_definitions text not null,
  parameter_definitions text not null,
  is_retired boolean not null default false,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  unique (tenant_id, operation_id),
  foreign key (tenant_id, package_id) references cfs.packages (tenant_id, package_id) on delete cascade
);
create unique index package_operations_name on cfs.package_operations (package_id, name);
select gate.protect('package_operations');

-- The bundles in the content store. A row is written before its bundle is stored, so that a bundle without a version is
-- found and removed.
create table cfs.package_contents (
  tenant_id uuid not null references cfs.tenants,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size bigint not null,
  -- When an upload last began to store the bundle.
  touched timestamptz(3) not null,
  primary key (tenant_id, sha256)
);
create index package_contents_touched on cfs.package_contents (touched);
select gate.protect('package_contents');

create table cfs.package_versions (
  tenant_id uuid not null,
  package_version_id uuid primary key,
  package_id uuid not null,
  version text not null,
  -- Orders versions by SemVer 2; versions that differ in build metadata alone are equal. Letters from a to p, which
  -- every collation orders alike.
  precedence text collate "C" not null check (precedence ~ '^[a-p]+$'),
  label text collate cfs.human not null,
  package_version_status_id integer not null check (package_version_status_id between 1 and 3),
  sha256 text not null,
  size bigint not null,
  -- The signed text, byte for byte, and the key that signed it.
  manifest text not null,
  key_fingerprint text not null,
  created timestamptz(3) not null,
  created_by text not null,
  unique (tenant_id, package_version_id),
  unique (package_id, precedence),
  foreign key (tenant_id, package_id) references cfs.packages (tenant_id, package_id) on delete cascade,
  foreign key (tenant_id, sha256) references cfs.package_contents
);
create unique index package_versions_latest on cfs.package_versions (package_id) where package_version_status_id = 1;
create index package_versions_content on cfs.package_versions (tenant_id, sha256);
select gate.protect('package_versions');

-- The operations of each version by name: a device has those of the version that it is to have, whichever is the latest.
create table cfs.package_version_operations (
  tenant_id uuid not null,
  package_version_id uuid not null,
  name text collate cfs.human not null,
  operation_result_type_id integer not null check (operation_result_type_id between 1 and 2),
  default_interval_seconds integer not null check (default_interval_seconds >= 30),
  -- JSON.
  frequency_definitions text not null,
  parameter_definitions text not null,
  primary key (package_version_id, name),
  foreign key (tenant_id, package_version_id) references cfs.package_versions (tenant_id, package_version_id)
    on delete cascade
);
select gate.protect('package_version_operations');

-- The Ed25519 keys whose bundles a tenant accepts.
create table cfs.publisher_keys (
  tenant_id uuid not null references cfs.tenants,
  publisher_key_id uuid primary key,
  name text collate cfs.human not null,
  public_key bytea not null check (octet_length(public_key) = 32),
  fingerprint text not null,
  created timestamptz(3) not null,
  created_by text not null,
  unique (tenant_id, fingerprint)
);
select gate.protect('publisher_keys');

-- What a device is to have of a package and what it has. The package may be one of the System tenant.
create table cfs.package_installations (
  tenant_id uuid not null,
  device_id uuid not null,
  package_id uuid not null references cfs.packages (package_id) on delete cascade,
  -- Null: the device is to be without the package.
  desired_version_id uuid references cfs.package_versions (package_version_id),
  installed_version_id uuid references cfs.package_versions (package_version_id),
  status integer not null check (status between 1 and 8),
  -- Of the download.
  percent integer check (percent between 0 and 100),
  -- Why the last attempt failed or was rolled back.
  detail text,
  -- When the installed version was first reported.
  installed timestamptz(3),
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  primary key (tenant_id, device_id, package_id),
  foreign key (tenant_id, device_id) references cfs.devices,
  check (desired_version_id is not null or installed_version_id is not null)
);
create index package_installations_package on cfs.package_installations (package_id, tenant_id);
create index package_installations_desired on cfs.package_installations (desired_version_id);
create index package_installations_installed on cfs.package_installations (installed_version_id);
select gate.protect('package_installations');
