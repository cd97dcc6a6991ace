-- What people at the desk keep: who watches a work unit, its checklist, and canned replies.

create table cfs.work_unit_watchers (
  tenant_id uuid not null,
  work_unit_id bigint not null,
  user_id uuid not null references cfs.people on delete cascade,
  -- In lower case.
  mail text not null,
  created timestamptz(3) not null,
  primary key (tenant_id, work_unit_id, user_id),
  foreign key (tenant_id, work_unit_id) references cfs.work_units
);
create index work_unit_watchers_mail on cfs.work_unit_watchers (mail, tenant_id, work_unit_id);
select gate.protect('work_unit_watchers');

-- A work unit that was merged into another, with what undoing it takes.
create table cfs.work_unit_merges (
  tenant_id uuid not null,
  work_unit_id bigint not null,
  target_id bigint not null,
  state_before smallint not null check (state_before between 1 and 8),
  -- The address that the merge added to those copied in on mails of the target, in lower case.
  copied_address text,
  created timestamptz(3) not null,
  created_by text not null,
  primary key (tenant_id, work_unit_id),
  foreign key (tenant_id, work_unit_id) references cfs.work_units,
  foreign key (tenant_id, target_id) references cfs.work_units,
  check (work_unit_id <> target_id)
);
create index work_unit_merges_target on cfs.work_unit_merges (tenant_id, target_id);
select gate.protect('work_unit_merges');

-- What is to be done for a work unit, in the order of the positions, which count from 0 without gaps.
create table cfs.work_unit_checklist_items (
  tenant_id uuid not null,
  work_unit_id bigint not null,
  checklist_item_id uuid not null,
  position integer not null,
  text text not null,
  is_done boolean not null,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  primary key (tenant_id, work_unit_id, checklist_item_id),
  foreign key (tenant_id, work_unit_id) references cfs.work_units
);
select gate.protect('work_unit_checklist_items');

-- Texts that are written in notes again and again.
create table cfs.canned_replies (
  tenant_id uuid not null references cfs.tenants,
  canned_reply_id uuid not null,
  name text collate cfs.human not null,
  body text not null,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  search_text text generated always as (cfs.fold(name || E'\n' || body)) stored,
  primary key (tenant_id, canned_reply_id)
);
create unique index canned_replies_once on cfs.canned_replies (tenant_id, lower(name collate "default"));
create index canned_replies_id on cfs.canned_replies (canned_reply_id, tenant_id);
create index canned_replies_name on cfs.canned_replies (tenant_id, name, canned_reply_id);
create index canned_replies_name_all on cfs.canned_replies (name, canned_reply_id);
select gate.protect('canned_replies');
select gate.make_searchable('canned_replies', 'canned_reply_id');
