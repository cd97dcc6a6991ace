-- Action definitions, the history of their executions, and previews of mails.

create table cfs.action_definitions (
  tenant_id uuid not null references cfs.tenants,
  action_definition_id uuid primary key,
  name text collate cfs.human not null,
  description text,
  action_definition_type_id smallint not null check (action_definition_type_id between 1 and 6),
  input_parameters text not null,
  endpoint_url text,
  http_method text,
  headers text,
  body text,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  search_text text generated always as (cfs.fold(name || ' ' || coalesce(description, ''))) stored
);
create index action_definitions_name on cfs.action_definitions (tenant_id, name, action_definition_id);
create index action_definitions_name_all on cfs.action_definitions (name, action_definition_id);
select gate.protect('action_definitions');
select gate.make_searchable('action_definitions', 'action_definition_id');

create table cfs.action_histories (
  tenant_id uuid not null,
  action_history_id uuid not null,
  action_definition_id uuid not null,
  action_processed timestamptz(3) not null,
  result_status_id smallint not null check (result_status_id between 0 and 5),
  input_parameters text not null,
  result_detail text,
  correlation_id uuid,
  reference_id uuid,
  message_id uuid not null,
  protocol_action_id uuid,
  -- Counts from 1; 0 records that the delivery was queued.
  attempt smallint not null default 0,
  -- JSON text; null for what stays in the database.
  request text,
  response_status integer,
  duration_milliseconds integer,
  next_attempt timestamptz(3),
  primary key (tenant_id, action_history_id)
);
create index action_histories_processed on cfs.action_histories (tenant_id, action_processed, action_history_id);
create index action_histories_processed_all on cfs.action_histories (action_processed, action_history_id);
create index action_histories_definition on cfs.action_histories (
  tenant_id, action_definition_id, action_processed, action_history_id
);
create index action_histories_message on cfs.action_histories (tenant_id, message_id);
create index action_histories_reference on cfs.action_histories (tenant_id, reference_id)
where reference_id is not null;
create index action_histories_correlation on cfs.action_histories (tenant_id, correlation_id)
where correlation_id is not null;
create index action_histories_protocol_action on cfs.action_histories (tenant_id, protocol_action_id)
where protocol_action_id is not null;
select gate.protect('action_histories', ingest => true);

-- The built-in actions.
insert into cfs.action_definitions (
  tenant_id, action_definition_id, name, description, action_definition_type_id, input_parameters,
  created, created_by, modified, modified_by
)
select
  '00000000-0000-0000-0000-000000000001', built_in.id::uuid, built_in.name, built_in.description, built_in.type,
  built_in.parameters, now(), 'system', now(), 'system'
from (values
  (
    '5e4d0000-0000-4000-8000-000000000001', 'Send Email', 'Sends a mail made from a template.', 5,
    'To,Cc,Bcc,Subject,Body,IsImportant,Template,ExtraParameters'
  ),
  (
    '5e4d0000-0000-4000-8000-000000000002', 'Set Color', 'Sets the colour of the block that the rule matched.', 6,
    'Color'
  ),
  (
    '5e4d0000-0000-4000-8000-000000000003', 'Create Work Unit',
    'Makes an incident of the rule match, or adds a note to the open one.', 6, 'SeverityId,TenantId,ProtocolId'
  )
) as built_in (id, name, description, type, parameters);
