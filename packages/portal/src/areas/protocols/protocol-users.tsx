import MuiLink from '@mui/material/Link';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Link } from '@tanstack/react-router';
import { equals } from '../../lib/api/odata-filter.ts';
import { useCount } from '../../lib/api/use-count.ts';
import { useRows } from '../../lib/api/use-list.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { useScreenAddress } from '../../lib/tenant/use-tenant.ts';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { AssignedRules } from './assigned-rules.tsx';
import { useMatchedRules } from './protocol-queries.ts';
import { inWords } from '../../lib/texts/in-words.ts';

interface UnitOfProtocol {
  readonly workUnitId: number;
  readonly publicWorkUnitId: number;
  readonly title: string;
  readonly stateId: string;
}

const workUnitSet = '/v1/workunits';
const listedUnits = 10;

/** The newest work units that follow the protocol, each a link. */
const UnitsOfProtocol = ({ protocolId }: { readonly protocolId: string }) => {
  const screen = useScreenAddress();
  const filter = equals('protocolId', protocolId);
  const count = useCount(workUnitSet, filter) ?? 0;
  const units = useRows<UnitOfProtocol>(workUnitSet, {
    filter,
    select: 'workUnitId,publicWorkUnitId,title,stateId',
    orderBy: [{ field: 'workUnitId', direction: 'desc' }],
    top: listedUnits,
  });
  return (
    <QueryResult query={units}>
      {(rows) =>
        rows.length > 0 && (
          <section>
            <Typography variant="h3" sx={{ mb: 2 }}>
              Work units
            </Typography>
            <PlainTable
              label="Work units of the protocol"
              rowKey={({ workUnitId }) => String(workUnitId)}
              columns={[
                { header: 'ID', cell: ({ publicWorkUnitId }) => publicWorkUnitId, align: 'right', isNarrow: true },
                {
                  header: 'Title',
                  cell: ({ workUnitId, title }) => (
                    <MuiLink component={Link} to={screen(`/workunitsv2?workUnitId=${workUnitId}`)}>
                      {title}
                    </MuiLink>
                  ),
                },
                { header: 'State', cell: ({ stateId }) => inWords(stateId), isNarrow: true },
              ]}
              rows={rows}
            />
            {count > rows.length && (
              <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
                and {count - rows.length} more
              </Typography>
            )}
          </section>
        )
      }
    </QueryResult>
  );
};

/**
 * The rules and the work units that use a protocol and prevent its deletion; work units only if the user may see them.
 */
export const ProtocolUsers = ({ protocolId }: { readonly protocolId: string }) => {
  const rules = useMatchedRules(protocolId);
  const maySeeUnits = usePermissions().has('WorkUnits:view');
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      {rules.data?.length !== 0 && (
        <section>
          <Typography variant="h3" sx={{ mb: 2 }}>
            Rules
          </Typography>
          <AssignedRules rules={rules} />
        </section>
      )}
      {maySeeUnits && <UnitsOfProtocol protocolId={protocolId} />}
    </Box>
  );
};
