-- The search of rules looks into the name alone.
alter table cfs.rules drop column search_text;
alter table cfs.rules add column search_text text generated always as (lower(name)) stored;
select gate.make_searchable('rules', 'rule_id');
