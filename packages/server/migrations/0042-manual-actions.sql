-- Runs and rejections of the manual actions of protocols.

-- `history_id` is the record of the run or rejection in the unit's history: the run counts until the unit's state
-- changes after that record.
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
