import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ExplainedAlternative, ExplainedCondition } from '@cfs/contracts/rule-explanations';
import { leftOperandsById } from '@cfs/contracts/rule-left-operands';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { enumName } from '../../../lib/texts/enumerations.ts';
import { PlainTable } from '../../../ui/grid/plain-table.tsx';
import { inWords } from '../../../lib/texts/in-words.ts';
import { ResultLabel } from './result-label.tsx';

const operandOf = ({ leftOperand, fieldName }: ExplainedCondition): string =>
  [leftOperandsById.get(leftOperand)?.name ?? 'unknown', fieldName].filter(Boolean).join(' ');

const askedOf = ({ operator, rightOperand, rightName, occurrence }: ExplainedCondition): string =>
  [inWords(enumName(ruleOperators, operator)), rightName ?? rightOperand, occurrence && `(${occurrence})`]
    .filter(Boolean)
    .join(' ');

interface AlternativesTableProps {
  readonly label: string;
  readonly alternatives: readonly ExplainedAlternative[];
}

/** The conditions with their values, names instead of ids, and whether they hold; one table for each alternative. */
export const AlternativesTable = ({ label, alternatives }: AlternativesTableProps) => (
  <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
    {alternatives.map((alternative, position) => (
      <Box key={alternative.conditions[0]?.index} sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
        {alternatives.length > 1 && (
          <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
            <Typography variant="body2">
              {position > 0 ? 'Or: ' : ''}Alternative {position + 1}
            </Typography>
            <ResultLabel result={alternative.result} />
          </Box>
        )}
        <PlainTable
          label={alternatives.length > 1 ? `${label}, alternative ${position + 1}` : label}
          rowKey={({ index }) => String(index)}
          columns={[
            { header: 'Operand', cell: operandOf },
            { header: 'Asked', cell: askedOf },
            { header: 'Value', cell: ({ value, valueName }) => valueName ?? value ?? '–' },
            { header: 'State', cell: ({ result }) => <ResultLabel result={result} />, isNarrow: true },
          ]}
          rows={alternative.conditions}
        />
      </Box>
    ))}
  </Box>
);
