-- The places of devices. Rows of the System tenant are shared by all.

create table cfs.locations (
  tenant_id uuid not null references cfs.tenants,
  location_id uuid not null,
  name text collate cfs.human not null,
  address1 text collate cfs.human,
  address2 text collate cfs.human,
  city text collate cfs.human,
  state text collate cfs.human,
  country text collate cfs.human,
  postal_code text collate cfs.human,
  coordinates text,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  search_text text generated always as
    (cfs.fold(name || E'\n' || coalesce(city, '') || E'\n' || coalesce(state, ''))) stored,
  primary key (tenant_id, location_id)
);
create index locations_id on cfs.locations (location_id, tenant_id);
create index locations_name on cfs.locations (tenant_id, name, location_id);
create index locations_name_all on cfs.locations (name, location_id);
create index locations_city on cfs.locations (tenant_id, city nulls first, location_id);
create index locations_city_all on cfs.locations (city nulls first, location_id);
create index locations_state on cfs.locations (tenant_id, state nulls first, location_id);
create index locations_state_all on cfs.locations (state nulls first, location_id);
select gate.protect('locations');
select gate.make_searchable('locations', 'location_id');
