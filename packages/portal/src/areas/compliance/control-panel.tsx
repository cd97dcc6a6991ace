import Typography from '@mui/material/Typography';
import { equals } from '../../lib/api/odata-filter.ts';
import { useRows } from '../../lib/api/use-list.ts';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { controlSetSet, type ChecklistKey } from './compliance-queries.ts';
import type { ControlRow } from './control-set.ts';
import { ControlEvidence } from './evidence/control-evidence.tsx';
import type { ChecklistControl } from './use-checklist.ts';

interface DescribedSet {
  readonly controls: readonly { readonly name: string; readonly title: string; readonly description: string | null }[];
}

interface ControlPanelProps {
  readonly drawer: OpenRow;
  readonly about: ChecklistKey;
  readonly controls: readonly ControlRow[];
  readonly checklist: ChecklistControl;
  readonly mayEdit: boolean;
  /** Whether it was opened to attach evidence: the first field gets the focus. */
  readonly isForEvidence: boolean;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The control in the URL with the evidence of the week and its description. */
export const ControlPanel = ({ drawer, about, controls, checklist, mayEdit, isForEvidence }: ControlPanelProps) => {
  const { openId = '', close } = drawer;
  const isAsked = uuid.test(openId) && about.controlSetId !== '';
  const query = useRows<DescribedSet>(
    controlSetSet,
    {
      filter: equals('id', about.controlSetId),
      select: 'id',
      expand: `controls($filter=id eq ${openId};$select=name,title,description)`,
    },
    { enabled: isAsked },
  );
  if (!isAsked) return null;
  const row = controls.find(({ id }) => id === openId);
  const control = query.data?.[0]?.controls[0] ?? row;
  return (
    <SidePanel title={control ? control.name : 'Control'} onClose={close}>
      {row && (
        <ControlEvidence
          key={`${row.id} ${about.week}`}
          about={about}
          control={row}
          checklist={checklist}
          mayEdit={mayEdit}
          hasFocus={isForEvidence && mayEdit}
        />
      )}
      <QueryResult query={query}>
        {([set]) => {
          const described = set?.controls[0];
          return described ? (
            <>
              <Typography variant="h3">{described.title}</Typography>
              <Typography sx={{ mt: 3, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {described.description ?? 'This control has no description.'}
              </Typography>
            </>
          ) : (
            <EmptyState title="No such control" hint="It is not part of this control set, or was removed from it." />
          );
        }}
      </QueryResult>
    </SidePanel>
  );
};
