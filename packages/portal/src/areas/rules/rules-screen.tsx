import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import FlagIcon from '@mui/icons-material/FlagOutlined';
import HelpIcon from '@mui/icons-material/HelpOutlineOutlined';
import SilenceIcon from '@mui/icons-material/NotificationsOffOutlined';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useMemo, useState } from 'react';
import { usePermissions } from '../../lib/permissions.tsx';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { OpenAction } from '../../ui/grid/open-action.tsx';
import { RowAction } from '../../ui/grid/row-action.tsx';
import { RowMenu, type RowMenuItem } from '../../ui/grid/row-menu.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { RuleExplanation } from './explanations/explanation-drawers.tsx';
import { ruleColumns } from './rule-columns.tsx';
import { RuleDrawer } from './rule-drawer.tsx';
import { RuleMatchesDrawer } from './rule-matches-drawer.tsx';
import { ruleSet, type RuleRow } from './rule-row.ts';
import { SilencePrompt } from './silences/silence-prompt.tsx';
import { useActiveSilences } from './silences/use-active-silences.ts';
import { useRuleCommands } from './use-rule-commands.ts';

const viewQuery = ['disabled'];
const ruleId = (row: RuleRow): string => row.ruleId;
const isDisabled = (row: RuleRow): boolean => !row.enabled;

export const RulesScreen = () => {
  const permissions = usePermissions();
  const mayCreate = permissions.has('Rules:create');
  const [editor, matches, explanation] = [
    useOpenRow('open', mayCreate),
    useOpenRow('matches'),
    useOpenRow('explainRule'),
  ];
  const [silenced, setSilenced] = useState<RuleRow>();
  const silences = useActiveSilences();
  const { toggle, copy, remove } = useRuleCommands();
  const columns = useMemo(
    () =>
      ruleColumns({
        onToggle: (rule) => void toggle(rule),
        mayToggle: (rule) => permissions.on(rule).has('Rules:edit'),
        silences,
      }),
    [permissions, silences, toggle],
  );
  const screen = useListScreen<RuleRow>({
    name: 'rules',
    set: ruleSet,
    columns,
    sort: [{ field: 'name', direction: 'asc' }],
    filter: (list) => (list.filter('disabled') === 'shown' ? undefined : 'enabled eq true'),
    expand: 'tenant,subscription',
  });
  const { list } = screen;
  const menuOf = (rule: RuleRow): RowMenuItem[] => [
    { label: 'Explain', icon: <HelpIcon />, onClick: () => explanation.open(rule.ruleId) },
    ...(mayCreate
      ? [
          {
            label: 'Copy',
            icon: <CopyIcon />,
            onClick: () => void copy(rule).then((ruleId) => ruleId !== undefined && editor.open(ruleId)),
          },
        ]
      : []),
    ...(permissions.has('Rules:edit')
      ? [{ label: 'Silence', icon: <SilenceIcon />, onClick: () => setSilenced(rule) }]
      : []),
    ...(permissions.on(rule).has('Rules:delete')
      ? [{ label: 'Delete', icon: <DeleteIcon />, onClick: () => void remove(rule) }]
      : []),
  ];
  return (
    <ListScreen
      title="Rules"
      help="A rule watches packets; while its conditions hold, a match is open and its actions have run."
      screen={screen}
      viewQuery={viewQuery}
      rowId={ruleId}
      searchFields="name"
      exportName="rules.csv"
      isMuted={isDisabled}
      controls={
        <FormControlLabel
          label="Show Disabled Rules"
          slotProps={{ typography: { variant: 'body2' } }}
          control={
            <Checkbox
              size="small"
              sx={{ p: 1 }}
              checked={list.filter('disabled') === 'shown'}
              onChange={(_, isShown) => list.setFilter('disabled', isShown ? 'shown' : undefined)}
            />
          }
        />
      }
      onCreate={mayCreate && editor.create}
      onOpen={(row) => editor.open(row.ruleId)}
      actionsWidth={120}
      rowActions={(row) => (
        <>
          <RowAction
            label={`Rule matches of ${row.name}`}
            icon={<FlagIcon />}
            onClick={() => matches.open(row.ruleId)}
          />
          <OpenAction
            name={row.name}
            mayEdit={permissions.on(row).has('Rules:edit')}
            onOpen={() => editor.open(row.ruleId)}
          />
          <RowMenu name={row.name} items={menuOf(row)} />
        </>
      )}
      emptyTitle="No rules yet"
      emptyHint="Create one to colour a block, send a mail or open a work unit when a reading goes wrong."
    >
      <RuleDrawer drawer={editor} />
      <RuleMatchesDrawer drawer={matches} />
      <RuleExplanation ruleId={explanation.openId} onClose={explanation.close} />
      {silenced && (
        <SilencePrompt
          subject={silenced.name}
          scopes={[{ label: `The rule ${silenced.name} about every entity`, scope: { ruleId: silenced.ruleId } }]}
          onClose={() => setSilenced(undefined)}
        />
      )}
    </ListScreen>
  );
};
