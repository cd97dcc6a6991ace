-- The tables that the grids search in, beyond those that say so where they are made.

select gate.make_searchable('work_unit_categories', 'work_unit_category_id');
select gate.make_searchable('work_unit_subcategories', 'work_unit_subcategory_id');
select gate.make_searchable('protocols', 'protocol_id');
select gate.make_searchable('work_units', 'work_unit_id');
select gate.make_searchable('token_grants', 'token_grant_id');
select gate.make_searchable('devices', 'device_id');
select gate.make_searchable('pending_devices', 'pending_device_id');
select gate.make_searchable('blocks', 'block_id');
select gate.make_searchable('action_definitions', 'action_definition_id');
select gate.make_searchable('rules', 'rule_id');
