import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { operationFrequencies, operationResultTypes } from '@cfs/contracts/operation-enumerations';
import type { ParameterDefinition } from '@cfs/contracts/packages';
import type { UseQueryResult } from '@tanstack/react-query';
import { enumName } from '../../lib/texts/enumerations.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { StateLabel } from '../../ui/text/state-label.tsx';
import type { PackageOperation } from './use-package-parts.ts';
import { inWords } from '../../lib/texts/in-words.ts';

const frequenciesOf = ({ frequencyDefinitions }: PackageOperation): string =>
  (JSON.parse(frequencyDefinitions) as number[])
    .map((each) => inWords(enumName(operationFrequencies, each)))
    .join(', ');

/** The names of the parameters; required ones are marked with `*`, as in forms. */
const parametersOf = ({ parameterDefinitions }: PackageOperation): string =>
  (JSON.parse(parameterDefinitions) as ParameterDefinition[])
    .map(({ Name, Required }) => (Required ? `${Name} *` : Name))
    .join(', ');

const OperationName = ({ operation }: { readonly operation: PackageOperation }) => (
  <Box>
    {operation.name}
    {operation.isRetired && (
      <>
        {' '}
        <StateLabel tone="muted">Retired</StateLabel>
      </>
    )}
    {operation.description && (
      <Typography variant="caption" color="textSecondary" component="p">
        {operation.description}
      </Typography>
    )}
  </Box>
);

/** The operations of a package. */
export const PackageOperations = ({
  operations,
}: {
  readonly operations: UseQueryResult<readonly PackageOperation[]>;
}) => (
  <QueryResult query={operations}>
    {(found) =>
      found.length === 0 ? (
        <EmptyState title="No operations yet" hint="Upload a version whose manifest has operations." />
      ) : (
        <PlainTable
          label="Operations"
          rowKey={({ operationId }) => operationId}
          columns={[
            { header: 'Name', cell: (operation) => <OperationName operation={operation} /> },
            { header: 'Type', cell: ({ operationType }) => operationType, isNarrow: true },
            {
              header: 'Result',
              cell: ({ operationResultTypeId }) => enumName(operationResultTypes, operationResultTypeId),
              isNarrow: true,
              isWideOnly: true,
            },
            { header: 'Frequencies', cell: frequenciesOf, isWideOnly: true },
            { header: 'Parameters', cell: parametersOf, isWideOnly: true },
          ]}
          rows={found}
        />
      )
    }
  </QueryResult>
);
