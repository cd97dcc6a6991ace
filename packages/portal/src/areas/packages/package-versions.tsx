import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import type { PackageVersionStatus } from '@cfs/contracts/package-enumerations';
import type { PackageVersion } from '@cfs/contracts/packages';
import type { UseQueryResult } from '@tanstack/react-query';
import { usePermissions } from '../../lib/permissions.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { RowAction } from '../../ui/grid/row-action.tsx';
import { DateTime } from '../../ui/text/date-time.tsx';
import { StateLabel } from '../../ui/text/state-label.tsx';
import { fileSize } from './file-size.ts';
import type { PackageRow } from './package-row.ts';
import { useDeleteVersion } from './package-queries.ts';
import { inWords } from '../../lib/texts/in-words.ts';

const tones = { Latest: 'good', Archived: 'muted', PreRelease: 'warning' } as const satisfies Record<
  PackageVersionStatus,
  string
>;

interface PackageVersionsProps {
  readonly package: PackageRow;
  readonly versions: UseQueryResult<readonly PackageVersion[]>;
}

/** The versions of a package, the highest first; all but the latest can be deleted. */
export const PackageVersions = ({ package: row, versions }: PackageVersionsProps) => {
  const mayDelete = usePermissions().on(row).has('Packages:delete');
  const remove = useDeleteVersion();
  return (
    <QueryResult query={versions}>
      {(found) =>
        found.length === 0 ? (
          <EmptyState title="No versions yet" hint="Upload a bundle whose manifest has the name of this package." />
        ) : (
          <PlainTable
            label="Versions"
            rowKey={({ packageVersionId }) => packageVersionId}
            columns={[
              { header: 'Version', cell: ({ version }) => version },
              { header: 'Label', cell: ({ label }) => label },
              {
                header: 'Status',
                cell: ({ packageVersionStatusId: status }) => (
                  <StateLabel tone={tones[status]}>{inWords(status)}</StateLabel>
                ),
                isNarrow: true,
              },
              {
                header: 'Size',
                cell: ({ size }) => fileSize(size),
                align: 'right',
                isNarrow: true,
                isWideOnly: true,
              },
              {
                header: 'Created',
                cell: ({ created }) => <DateTime time={created} />,
                isNarrow: true,
                isWideOnly: true,
              },
              {
                header: 'Actions',
                cell: (version) =>
                  mayDelete && version.packageVersionStatusId !== 'Latest' ? (
                    <RowAction
                      label={`Delete version ${version.version}`}
                      icon={<DeleteIcon />}
                      onClick={() => void remove(row.name, version)}
                    />
                  ) : null,
                isNarrow: true,
              },
            ]}
            rows={found}
          />
        )
      }
    </QueryResult>
  );
};
