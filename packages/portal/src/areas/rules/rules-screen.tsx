import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import FlagIcon from '@mui/icons-material/FlagOutlined';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useMemo } from 'react';
import { useList } from '../../lib/api/use-list.ts';
import { useListState } from '../../lib/list-state.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Page } from '../../ui/page.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { CreateButton, Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx';
import { useOpenRow } from '../../ui/use-open-row.ts';
import { ruleColumns } from './rule-columns.tsx';
import { RuleDrawer } from './rule-drawer.tsx';
import { RuleMatchesDrawer } from './rule-matches-drawer.tsx';
import { ruleSet, type RuleRow } from './rule-row.ts';
import { useRuleCommands } from './use-rule-commands.ts';

export const RulesScreen = () => {
  const list = useListState({ sort: [{ field: 'name', direction: 'asc' }] });
  const [editor, matches] = [useOpenRow(), useOpenRow('matches')];
  const permissions = usePermissions();
  const { toggle, remove } = useRuleCommands();
  const showsDisabled = list.filter('disabled') === 'shown';
  const rows = useList<RuleRow>(ruleSet, list, {
    filter: showsDisabled ? undefined : 'enabled eq true',
    expand: 'tenant,subscription',
  });
  const mayEdit = permissions.has('Rules:edit');
  const { open } = editor;
  const columns = useMemo(
    () =>
      ruleColumns({ onOpen: (rule) => open(rule.ruleId), onToggle: mayEdit ? (rule) => void toggle(rule) : undefined }),
    [open, mayEdit, toggle],
  );
  return (
    <Page
      title="Rules"
      help="A rule watches packets; while its conditions hold, a match is open and its actions have run."
    >
      <Toolbar>
        <FormControlLabel
          label="Show Disabled Rules"
          slotProps={{ typography: { variant: 'body2' } }}
          control={
            <Checkbox
              size="small"
              checked={showsDisabled}
              onChange={(_, isShown) => list.setFilter('disabled', isShown ? 'shown' : undefined)}
            />
          }
        />
        <ToolbarSpace />
        <SearchBox value={list.search} onSearch={list.setSearch} fields="name" />
        {permissions.has('Rules:create') && <CreateButton onClick={editor.create} />}
      </Toolbar>
      <DataTable
        label="Rules"
        columns={columns}
        rowId={(row) => row.ruleId}
        list={list}
        rows={rows}
        actionsWidth={120}
        isMuted={(row) => !row.enabled}
        rowActions={(row) => (
          <>
            <RowAction
              label={`Rule matches of ${row.name}`}
              icon={<FlagIcon />}
              onClick={() => matches.open(row.ruleId)}
            />
            <RowAction
              label={`${mayEdit ? 'Edit' : 'View'} ${row.name}`}
              icon={<EditIcon />}
              onClick={() => editor.open(row.ruleId)}
            />
            {permissions.has('Rules:delete') && (
              <RowAction label={`Delete ${row.name}`} icon={<DeleteIcon />} onClick={() => void remove(row)} />
            )}
          </>
        )}
        emptyTitle="No rules yet"
        emptyHint="Create one to colour a block, send a mail or open a work unit when a reading goes wrong."
      />
      <RuleDrawer drawer={editor} />
      <RuleMatchesDrawer ruleId={matches.openId} onClose={matches.close} />
    </Page>
  );
};
