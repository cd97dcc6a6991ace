import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import { conditionTypes } from '@cfs/contracts/rule-conditions';
import { inputTypes, leftOperandsById, tenantOperandId } from '@cfs/contracts/rule-left-operands';
import { operatorsWithoutValue } from '@cfs/contracts/rule-operators';
import { useFormContext, useWatch } from 'react-hook-form';
import { EnumInput } from '../../../ui/fields/enum-input.tsx';
import { NumberInput } from '../../../ui/fields/number-input.tsx';
import { SelectInput } from '../../../ui/fields/select-input.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { TimeSpanInput } from '../../../ui/fields/time-span-input.tsx';
import { useIsReadOnly } from '../../../ui/forms/read-only.ts';
import { RowAction } from '../../../ui/grid/row-action.tsx';
import { OccurrenceInputs } from './occurrence-inputs.tsx';
import { hasWindow } from './rule-body.ts';
import { useOperands, useOperators } from './rule-lookups.ts';
import { namesField, type RuleValues } from './rule-values.ts';
import { ValueInput } from './value-input.tsx';

interface ConditionRowProps {
  readonly index: number;
  readonly onRemove: () => void;
}

/** A grid whose cells share a row while each has at least the minimum width. */
const cells = (minimum: number) => ({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fit, minmax(min(${minimum}px, 100%), 1fr))`,
  gap: 2,
  alignItems: 'start',
  flexGrow: 1,
  minWidth: 0,
});

/** One condition: its join, operand, operator and value, how often it must hold, and its window. */
export const ConditionRow = ({ index, onRemove }: ConditionRowProps) => {
  const isReadOnly = useIsReadOnly();
  const { control, setValue } = useFormContext<RuleValues>();
  const [ruleTypeId, tenantId, condition] = useWatch({
    control,
    name: ['ruleTypeId', 'tenantId', `conditions.${index}`],
  });
  const offered = useOperands(ruleTypeId, tenantId).filter(({ id }) => id !== tenantOperandId);
  const allOperators = useOperators();
  const { LeftOperand: operandId, Operator: operatorId } = condition;
  const operand = offered.find(({ id }) => id === operandId);
  const foreign = operandId === null || operand ? undefined : leftOperandsById.get(operandId);
  const inputTypeId = operand?.inputTypeId ?? foreign?.inputTypeId ?? inputTypes.Any;
  const operators = operand
    ? allOperators.filter(({ value }) => operand.operatorIds.includes(Number(value)))
    : allOperators;
  const name = (part: string) => `conditions.${index}.${part}`;
  const isWindow = hasWindow(ruleTypeId, operandId);
  const takeOperand = (id: string | number | null): void => {
    const next = offered.find((each) => each.id === id);
    if (!next) return;
    const options = { shouldDirty: true };
    if (next.inputTypeId !== inputTypeId) setValue(`conditions.${index}.RightOperand`, null, options);
    const [first] = next.operatorIds;
    if (first !== undefined && !next.operatorIds.includes(operatorId))
      setValue(`conditions.${index}.Operator`, first, options);
  };
  return (
    <Box
      role="group"
      aria-label={`Condition ${index + 1}`}
      sx={{ display: 'flex', flexDirection: 'column', gap: 2, width: 1 }}
    >
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'start' }}>
        <Box sx={cells(140)}>
          {index > 0 && <EnumInput name={name('Type')} label="Join" enumeration={conditionTypes} />}
          <SelectInput
            name={name('LeftOperand')}
            label="Operand"
            options={[...offered, ...(foreign ? [foreign] : [])].map((each) => ({ value: each.id, label: each.name }))}
            onSelect={takeOperand}
          />
          {(namesField(operandId) || isWindow) && (
            <TextInput
              name={name('LeftOperandFieldName')}
              label="Field"
              {...(isWindow ? { help: 'Such as Metrics.CpuPercent. Empty: Value.' } : {})}
            />
          )}
          <SelectInput name={name('Operator')} label="Operator" options={operators} />
          {!operatorsWithoutValue.has(operatorId) && (
            <ValueInput
              key={operandId}
              name={name('RightOperand')}
              label="Value"
              operandId={operandId}
              inputTypeId={inputTypeId}
              tenantId={tenantId}
            />
          )}
        </Box>
        {!isReadOnly && (
          <Box sx={{ pt: 6 }}>
            <RowAction label={`Remove condition ${index + 1}`} icon={<DeleteIcon />} onClick={onRemove} />
          </Box>
        )}
      </Box>
      <Box sx={{ ...cells(170), maxWidth: { md: 880 } }}>
        <OccurrenceInputs index={index} />
        {isWindow && (
          <>
            <TimeSpanInput name={name('Window.Span')} label="Window" />
            <NumberInput name={name('Window.MinimumSamples')} label="Minimum Samples" min={1} max={1_000} />
          </>
        )}
      </Box>
    </Box>
  );
};
