-- Protocols, and the actions that they run when an event happens to a work unit.

create table cfs.protocols (
  tenant_id uuid not null references cfs.tenants,
  protocol_id uuid primary key,
  name text collate cfs.human not null,
  description text,
  timer_seconds integer not null check (timer_seconds >= 600),
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  search_text text generated always as
    (cfs.fold(protocol_id::text || ' ' || name || ' ' || coalesce(description, ''))) stored,
  unique (tenant_id, protocol_id)
);
create index protocols_name on cfs.protocols (tenant_id, name, protocol_id);
create index protocols_name_all on cfs.protocols (name, protocol_id);
select gate.protect('protocols');
select gate.make_searchable('protocols', 'protocol_id');

create table cfs.protocol_actions (
  tenant_id uuid not null,
  protocol_action_id uuid not null,
  protocol_id uuid not null,
  action_definition_id uuid not null references cfs.action_definitions,
  event smallint not null check (event between 1 and 12),
  parameters text not null,
  sequence integer not null,
  summary text,
  run_automatically boolean not null,
  repeatable boolean not null,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  primary key (tenant_id, protocol_action_id),
  foreign key (tenant_id, protocol_id) references cfs.protocols (tenant_id, protocol_id) on delete cascade
);
create index protocol_actions_event on cfs.protocol_actions (tenant_id, protocol_id, event, sequence);
create index protocol_actions_definition on cfs.protocol_actions (action_definition_id);
select gate.protect('protocol_actions');
