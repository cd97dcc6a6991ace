-- A relation between two work units stands with each of them, so that both tell it.
insert into cfs.work_unit_relations (tenant_id, work_unit_id, reference_type, reference_id, created)
select relation.tenant_id, other.work_unit_id, 4, relation.work_unit_id::text, relation.created
from cfs.work_unit_relations relation
  join cfs.work_units other
    on other.tenant_id = relation.tenant_id and other.work_unit_id::text = relation.reference_id
where relation.reference_type = 4
on conflict do nothing;
