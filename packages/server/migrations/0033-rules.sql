-- Rules, the epoch of each tenant's rules, their matches, how far the timers of rules have got, and the state of their occurrence patterns.

create table cfs.rules (
  tenant_id uuid not null references cfs.tenants,
  rule_id uuid primary key,
  subscription_id uuid,
  enabled boolean not null,
  name text collate cfs.human not null,
  description text,
  rule_type_id smallint not null check (rule_type_id between 1 and 6),
  match_lifetime_seconds integer not null,
  match_lifetime text not null,
  use_sliding_expiration boolean not null,
  time_conditions text,
  conditions jsonb not null,
  -- JSON text; of Correlation and Aggregation rules alone.
  correlation text,
  aggregation text,
  include_own_work_units boolean not null default false,
  -- Matches of one location or subscription that begin within the window share a work unit and a mail.
  group_by text check (group_by in ('Location', 'Subscription')),
  group_window text,
  group_window_seconds integer not null default 0,
  action_limit_per_hour integer check (action_limit_per_hour > 0),
  match_actions jsonb not null,
  expiration_actions jsonb not null,
  is_deleted boolean not null,
  -- Since when the rule is not evaluated, although it is enabled, and why: it took too long.
  out_of_service_since timestamptz(3),
  out_of_service_reason text,
  -- Packets received before do not count for its patterns; null: all do.
  counts_since timestamptz(3),
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  search_text text generated always as (cfs.fold(name)) stored,
  foreign key (tenant_id, subscription_id) references cfs.subscriptions,
  constraint rules_out_of_service check ((out_of_service_since is null) = (out_of_service_reason is null))
);
create index rules_name on cfs.rules (tenant_id, name, rule_id) where not is_deleted;
create index rules_name_all on cfs.rules (name, rule_id) where not is_deleted;
create index rules_modified on cfs.rules (tenant_id, modified, rule_id) where not is_deleted;
create index rules_modified_all on cfs.rules (modified, rule_id) where not is_deleted;
create index rules_maintenance on cfs.rules (tenant_id) where rule_type_id = 5 and enabled and not is_deleted;
create index rules_work_unit on cfs.rules (tenant_id) where rule_type_id = 4 and enabled and not is_deleted;
select gate.protect('rules');
select gate.make_searchable('rules', 'rule_id');
select gate.open_to_ingest('rules');

-- Incremented by every change of a tenant's rules. A transaction that evaluates rules locks the row, so that it misses
-- no change.
create table cfs.rule_epochs (
  tenant_id uuid primary key,
  epoch bigint not null
);
select gate.protect('rule_epochs', ingest => true);

create table cfs.rule_matches (
  tenant_id uuid not null,
  rule_match_id uuid not null,
  rule_id uuid not null,
  subject_id uuid not null,
  label text not null,
  created timestamptz(3) not null,
  first_match timestamptz(3) not null,
  last_match timestamptz(3) not null,
  expires timestamptz(3) not null,
  match_count integer not null,
  rule_packet text,
  in_maintenance boolean not null,
  completion_processed boolean not null,
  modified timestamptz(3) not null,
  ended timestamptz(3),
  end_reason smallint check (end_reason between 1 and 4),
  -- By whom and why a person ended it.
  ended_by text,
  end_note text,
  acknowledged timestamptz(3),
  acknowledged_by text,
  -- Actions that are suppressed until the suppression ends: 0 none, 1 those of the begin, 2 those of the end.
  withheld smallint not null default 0 check (withheld between 0 and 2),
  -- How many matches led to this one: of the rules whose matches or work units it is about.
  depth smallint not null default 0,
  -- The match that began its group; its own id for that match.
  group_match_id uuid,
  -- Whether its end is that of its group: at most one match of a group, which sends the mail of the end.
  ends_group boolean not null default false,
  -- Whether the next digest of its rule names it.
  in_digest boolean not null default false,
  primary key (tenant_id, rule_match_id),
  check ((ended is null) = (end_reason is null))
) with (fillfactor = 80);
-- No index on the columns that every hit changes (expires, last_match, match_count): their updates are heap-only.
create unique index rule_matches_one_open on cfs.rule_matches (tenant_id, rule_id, subject_id) where ended is null;
create index rule_matches_open on cfs.rule_matches (rule_id) where ended is null;
create index rule_matches_subject on cfs.rule_matches (tenant_id, subject_id, created);
create index rule_matches_rule on cfs.rule_matches (rule_id, created);
create index rule_matches_created on cfs.rule_matches (tenant_id, created, rule_match_id);
create index rule_matches_withheld on cfs.rule_matches (tenant_id, rule_id) where withheld > 0;
create index rule_matches_group on cfs.rule_matches (tenant_id, group_match_id)
where group_match_id is not null and ended is null;
create unique index rule_matches_ends_group on cfs.rule_matches (tenant_id, group_match_id) where ends_group;
create index rule_matches_in_digest on cfs.rule_matches (tenant_id, rule_id) where in_digest;
-- Matches that a correlation may count as active after their end.
create index rule_matches_ended on cfs.rule_matches (tenant_id, rule_id, expires) where ended is not null;
create index rule_matches_created_all on cfs.rule_matches (created, rule_match_id);
select gate.protect('rule_matches', ingest => true);

-- What the patterns of a rule remember about a subject, once they have begun to count: JSON text.
create table cfs.rule_occurrences (
  tenant_id uuid not null,
  subject_id uuid not null,
  rule_id uuid not null,
  memory text not null,
  modified timestamptz(3) not null,
  primary key (tenant_id, subject_id, rule_id)
) with (fillfactor = 80);
create index rule_occurrences_rule on cfs.rule_occurrences (rule_id);
select gate.protect('rule_occurrences', ingest => true);
-- What no longer counts is removed by the transaction that finds it out.
grant delete on cfs.rule_occurrences to cfs_ingest;

-- How far the timer of a rule has evaluated a tenant, and by how much it was late when it fired last.
create table cfs.rule_progress (
  tenant_id uuid not null,
  rule_id uuid not null,
  reached timestamptz(3) not null,
  fired timestamptz(3) not null,
  late_milliseconds bigint not null,
  primary key (tenant_id, rule_id)
);
select gate.protect('rule_progress');

-- Suppresses the actions of the matches of a rule, of an entity, or of one rule about one entity.
create table cfs.silences (
  tenant_id uuid not null,
  silence_id uuid not null,
  rule_id uuid,
  entity_id uuid,
  until timestamptz(3) not null,
  reason text not null,
  ended timestamptz(3),
  ended_by text,
  created timestamptz(3) not null,
  created_by text not null,
  modified timestamptz(3) not null,
  modified_by text not null,
  primary key (tenant_id, silence_id),
  check (rule_id is not null or entity_id is not null),
  check ((ended is null) = (ended_by is null))
);
create index silences_open on cfs.silences (tenant_id, until) where ended is null;
select gate.protect('silences');
select gate.open_to_ingest('silences');

-- The group that matches of a rule enter at present, one for each location or subscription.
create table cfs.rule_match_groups (
  tenant_id uuid not null,
  rule_id uuid not null,
  group_id uuid not null,
  -- The match that began it, and what that is about.
  rule_match_id uuid not null,
  subject_id uuid not null,
  label text not null,
  -- Label of the match whose mails are those of the group; null while all were beyond the limit of the rule.
  mailed_by text,
  until timestamptz(3) not null,
  primary key (tenant_id, rule_id, group_id)
);
create index rule_match_groups_rule on cfs.rule_match_groups (rule_id);
select gate.protect('rule_match_groups', ingest => true);
-- Rules group matches by the location of their device.
select gate.open_to_ingest('devices');

-- The actions that a rule with a limit has run in its present hour, and those that the next digest reports.
create table cfs.rule_action_budgets (
  tenant_id uuid not null,
  rule_id uuid not null,
  began timestamptz(3) not null,
  used integer not null,
  held integer not null,
  primary key (tenant_id, rule_id)
) with (fillfactor = 80);
create index rule_action_budgets_rule on cfs.rule_action_budgets (rule_id);
select gate.protect('rule_action_budgets', ingest => true);
