-- Which tenants have a public status page.

create table cfs.status_pages (
  tenant_id uuid not null references cfs.tenants,
  is_public boolean not null,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  primary key (tenant_id)
);
select gate.protect('status_pages');
