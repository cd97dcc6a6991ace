-- What protocols do when an event happens to one of their units, and what people made of the manual ones.

alter table cfs.protocols add unique (tenant_id, protocol_id);

create table cfs.protocol_actions (
  tenant_id uuid not null,
  protocol_action_id uuid not null,
  protocol_id uuid not null,
  action_definition_id uuid not null references cfs.action_definitions,
  event smallint not null check (event between 1 and 10),
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

-- `history_id` is the record that the run or reject left: it counts while no later change of state stands above it.
create table cfs.manual_action_runs (
  tenant_id uuid not null,
  run_id uuid not null,
  work_unit_id bigint not null,
  protocol_action_id uuid not null,
  message_id uuid,
  history_id bigint not null,
  standing smallint not null check (standing between 1 and 4),
  result_detail text,
  created timestamptz(3) not null,
  created_by text not null,
  primary key (tenant_id, run_id),
  foreign key (tenant_id, work_unit_id) references cfs.work_units
);
create index manual_action_runs_unit on cfs.manual_action_runs (tenant_id, work_unit_id, history_id desc);
select gate.protect('manual_action_runs');

create index work_unit_history_states on cfs.work_unit_history (tenant_id, work_unit_id, work_unit_history_id desc)
where history_type = 6;
create index work_units_protocol on cfs.work_units (protocol_id, work_unit_id) where protocol_id is not null;
create index action_histories_protocol_action on cfs.action_histories (tenant_id, protocol_action_id)
where protocol_action_id is not null;

insert into cfs.work_timers (tenant_id, kind, key, due, failures)
select tenant_id, 'protocol-timer', protocol_id::text, now() + make_interval(secs => timer_seconds), 0 from cfs.protocols;
