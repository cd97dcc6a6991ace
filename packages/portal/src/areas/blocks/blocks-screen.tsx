import Typography from '@mui/material/Typography';
import { pollIntervals } from '@cfs/contracts/sizes';
import { isUnreachable } from '../../lib/api/api-problem.ts';
import { useRows } from '../../lib/api/use-list.ts';
import { conditionFilter } from '../../lib/lists/column-filter-odata.ts';
import { formatTime } from '../../lib/texts/dates.ts';
import { useListState } from '../../lib/lists/list-state.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { ConnectionNotice } from '../../ui/feedback/connection-notice.tsx';
import { FilterBar } from '../../ui/filters/filter-bar.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { NoRowsState } from '../../ui/feedback/no-rows-state.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/list/search-box.tsx';
import { CreateButton, Toolbar } from '../../ui/list/toolbar.tsx';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { BlockDrawer } from './block-drawer.tsx';
import { blockFilters } from './block-filters.ts';
import { blockSet, type BlockRow } from './block-row.ts';
import { BlockTiles } from './block-tiles.tsx';

const maxTiles = 1_000;
const byName = [{ field: 'name', direction: 'asc' }] as const;

export const BlocksScreen = () => {
  const list = useListState({ sort: byName, filters: blockFilters });
  const permissions = usePermissions();
  const mayCreate = permissions.has('Blocks:create');
  const drawer = useOpenRow('blockId', mayCreate);
  const blocks = useRows<BlockRow>(
    blockSet,
    {
      filter: conditionFilter(blockFilters, list.conditions),
      search: list.search,
      expand: 'entityColor',
      orderBy: byName,
      top: maxTiles,
    },
    { poll: pollIntervals.blocks },
  );
  return (
    <Page
      title="Blocks"
      help="Each tile shows the latest packet of an entity, in the colour set by a rule."
      aside={
        <Typography variant="body2" color="textSecondary">
          Last updated {formatTime(new Date(blocks.dataUpdatedAt).toISOString())}
        </Typography>
      }
    >
      <Toolbar left={<FilterBar filters={blockFilters} list={list} />}>
        <SearchBox list={list} fields="name" />
        {mayCreate && <CreateButton onClick={drawer.create} />}
      </Toolbar>
      {blocks.data && isUnreachable(blocks.error) && (
        <ConnectionNotice updatedAt={blocks.dataUpdatedAt} onRetry={() => void blocks.refetch()} />
      )}
      <QueryResult query={blocks}>
        {(rows) =>
          rows.length === 0 ? (
            <NoRowsState
              list={list}
              title="No blocks found"
              hint="Each promoted device has a block. You can also create one for your own packets."
            />
          ) : (
            <BlockTiles blocks={rows} onOpen={drawer.open} />
          )
        }
      </QueryResult>
      <BlockDrawer drawer={drawer} />
    </Page>
  );
};
