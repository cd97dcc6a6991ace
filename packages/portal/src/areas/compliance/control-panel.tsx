import Typography from '@mui/material/Typography';
import { equals } from '../../lib/api/odata-filter.ts';
import { useRows } from '../../lib/api/use-list.ts';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { controlSetSet } from './compliance-queries.ts';

interface DescribedSet {
  readonly controls: readonly { readonly name: string; readonly title: string; readonly description: string | null }[];
}

interface ControlPanelProps {
  readonly drawer: OpenRow;
  readonly controlSetId: string;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The control in the URL with its description. */
export const ControlPanel = ({ drawer, controlSetId }: ControlPanelProps) => {
  const { openId = '', close } = drawer;
  const isAsked = uuid.test(openId) && controlSetId !== '';
  const query = useRows<DescribedSet>(
    controlSetSet,
    {
      filter: equals('id', controlSetId),
      select: 'id',
      expand: `controls($filter=id eq ${openId};$select=name,title,description)`,
    },
    { enabled: isAsked },
  );
  if (!isAsked) return null;
  const control = query.data?.[0]?.controls[0];
  return (
    <SidePanel title={control ? control.name : 'Control'} onClose={close}>
      <QueryResult query={query}>
        {() =>
          control ? (
            <>
              <Typography variant="h3">{control.title}</Typography>
              <Typography sx={{ mt: 3, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {control.description ?? 'This control has no description.'}
              </Typography>
            </>
          ) : (
            <EmptyState title="No such control" hint="It is not part of this control set, or not any more." />
          )
        }
      </QueryResult>
    </SidePanel>
  );
};
