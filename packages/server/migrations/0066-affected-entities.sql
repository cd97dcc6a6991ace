-- A Change Request names what it affects as text. What a name meant is kept beside it, so that the change calendar tells
-- resources apart that bear one name, and knows one that is renamed.

alter table cfs.work_units add affected_entities jsonb;

-- The first fifty names of a text, in small letters: separated by commas, semicolons or lines.
create function cfs.affected_names(resources text)
returns setof text language sql immutable set search_path = '' as $$
  select name
  from (
    select lower(regexp_replace(part, '^\s+|\s+$', '', 'g')) as name, min(place) as place
    from regexp_split_to_table(resources, '[,;\n]') with ordinality as parts (part, place)
    group by 1
  ) named
  where name <> ''
  order by place
  limit 50
$$;

-- By name, the kind and id of the one entity of the tenant that bears it, or whose id it is: a device or a block (an
-- "Entity": the heartbeat block of a device bears its id), a location or a subscription. A name of none or of several is
-- left out. One that stood there before means what it meant then.
create function cfs.affected_entities(tenant uuid, resources text, before jsonb)
returns jsonb language sql stable set search_path = '' as $$
  with named as materialized (select name from cfs.affected_names(resources) name),
  borne as (
    select 'Entity' as kind, d.device_id as id, d.name from cfs.devices d where d.tenant_id = tenant and not d.is_deleted
    union all
    select 'Entity', b.block_id, b.name from cfs.blocks b where b.tenant_id = tenant
    union all
    select 'Location', l.location_id, l.name from cfs.locations l
    where l.tenant_id in (tenant, '00000000-0000-0000-0000-000000000001')
    union all
    select 'Subscription', s.subscription_id, s.name from cfs.subscriptions s where s.tenant_id = tenant
  ),
  meant as (
    select named.name, borne.kind || ' ' || borne.id as entity
    from named join borne on named.name = lower(borne.name collate "default")
    union
    select named.name, borne.kind || ' ' || borne.id
    from named join borne on named.name = borne.id::text
  ),
  kept as (
    select named.name, before ->> named.name as entity from named where before ? named.name
    union all
    select name, min(entity) from meant where not coalesce(before ? name, false) group by name having count(*) = 1
  )
  select jsonb_object_agg(name, entity) from kept
$$;

grant execute on function cfs.affected_names(text), cfs.affected_entities(uuid, text, jsonb) to cfs_app;

update cfs.work_units set affected_entities = cfs.affected_entities(tenant_id, affected_resources, null)
where work_unit_type_id = 2 and affected_resources is not null;
