-- Senders of OpenTelemetry metrics and of Prometheus remote write, and the entities that they fill.

create table cfs.metric_sources (
  tenant_id uuid not null references cfs.tenants,
  metric_source_id uuid not null,
  -- SHA-256, in hexadecimal, of the protocol and the attributes or labels that identify the source.
  source_key text not null,
  protocol smallint not null check (protocol in (1, 2)),
  name text collate cfs.human not null,
  identity text collate cfs.human not null,
  -- 1 waiting, 2 accepted, 3 ignored.
  status smallint not null check (status between 1 and 3),
  entity_id uuid,
  value_field text,
  field_count integer not null,
  -- JSON text: the first fields of its last call, with their values.
  sample text not null,
  first_seen timestamptz(3) not null,
  last_seen timestamptz(3) not null,
  search_text text generated always as (cfs.fold(name || ' ' || identity)) stored,
  primary key (tenant_id, metric_source_id),
  constraint metric_sources_entity check ((status = 2) = (entity_id is not null)),
  constraint metric_sources_value check (value_field is null or status = 2)
);
create unique index metric_sources_key on cfs.metric_sources (tenant_id, source_key);
create index metric_sources_name on cfs.metric_sources (tenant_id, name, metric_source_id);
create index metric_sources_last_seen on cfs.metric_sources (tenant_id, last_seen, metric_source_id);
create index metric_sources_waiting on cfs.metric_sources (tenant_id, last_seen) where status = 1;
select gate.protect('metric_sources');
select gate.make_searchable('metric_sources', 'metric_source_id');
