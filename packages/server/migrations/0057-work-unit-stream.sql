-- What notes carry beside their text: the people whom they mention, and files.

create table cfs.work_unit_mentions (
  tenant_id uuid not null,
  work_unit_history_id bigint not null,
  work_unit_id bigint not null,
  mail text not null,
  display_name text not null,
  primary key (tenant_id, work_unit_history_id, mail),
  foreign key (tenant_id, work_unit_history_id) references cfs.work_unit_history
);
create index work_unit_mentions_unit on cfs.work_unit_mentions (tenant_id, work_unit_id);
select gate.protect('work_unit_mentions');

create table cfs.work_unit_attachments (
  tenant_id uuid not null,
  attachment_id uuid not null,
  work_unit_id bigint not null,
  work_unit_history_id bigint not null,
  file_name text not null,
  media_type text not null,
  size integer not null check (size between 1 and 26214400),
  sha256 bytea not null,
  created timestamptz(3) not null,
  created_by text not null,
  primary key (tenant_id, attachment_id),
  foreign key (tenant_id, work_unit_history_id) references cfs.work_unit_history
);
create index work_unit_attachments_unit on cfs.work_unit_attachments (tenant_id, work_unit_id);
select gate.protect('work_unit_attachments');

-- The bytes of a file in parts, so that neither storing nor reading holds more than a part of it in one value.
create table cfs.work_unit_attachment_parts (
  tenant_id uuid not null,
  attachment_id uuid not null,
  part integer not null,
  content bytea not null,
  primary key (tenant_id, attachment_id, part),
  foreign key (tenant_id, attachment_id) references cfs.work_unit_attachments on delete cascade
);
alter table cfs.work_unit_attachment_parts alter column content set storage external;
select gate.protect('work_unit_attachment_parts');
