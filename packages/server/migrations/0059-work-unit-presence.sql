-- Who has a unit open. It concerns the present alone, so a crash may lose it.

create unlogged table cfs.work_unit_presence (
  tenant_id uuid not null,
  work_unit_id bigint not null,
  user_id uuid not null,
  mail text not null,
  display_name text not null,
  is_editing boolean not null,
  seen timestamptz(3) not null,
  primary key (tenant_id, work_unit_id, user_id)
);
select gate.protect('work_unit_presence');
