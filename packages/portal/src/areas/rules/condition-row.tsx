import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { conditionTypes } from '@cfs/contracts/rule-conditions';
import {
  inputTypes,
  leftOperands,
  leftOperandsById,
  operatorsByInputType,
  tenantOperandId,
  type InputTypeId,
} from '@cfs/contracts/rule-left-operands';
import { operatorsWithoutValue, ruleOperators } from '@cfs/contracts/rule-operators';
import type { ComponentType } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { enumName } from '../../lib/enumerations.ts';
import { EnumInput } from '../../ui/fields/enum-input.tsx';
import type { FieldProps } from '../../ui/fields/field-frame.tsx';
import { GuidInput } from '../../ui/fields/guid-input.tsx';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { TimeSpanInput } from '../../ui/fields/time-span-input.tsx';
import { useIsReadOnly } from '../../ui/forms/read-only.ts';
import { RowAction } from '../../ui/grid/row-action.tsx';
import type { RuleValues } from './rule-values.ts';

const valueInputs: Partial<Record<InputTypeId, ComponentType<FieldProps>>> = {
  [inputTypes.TimeSpan]: TimeSpanInput,
  [inputTypes.Guid]: GuidInput,
};

interface ConditionRowProps {
  readonly index: number;
  readonly onRemove: () => void;
}

/** One condition in a row: how it joins, what is looked at, how it is compared, and with what. */
export const ConditionRow = ({ index, onRemove }: ConditionRowProps) => {
  const isReadOnly = useIsReadOnly();
  const { control, formState } = useFormContext<RuleValues>();
  const [ruleTypeId, condition] = useWatch({ control, name: ['ruleTypeId', `conditions.${index}`] });
  const operands = leftOperands.filter(
    ({ id, ruleTypeIds }) => id !== tenantOperandId && ruleTypeIds.some((type) => type === ruleTypeId),
  );
  const operand = leftOperandsById.get(condition.LeftOperand);
  const inputTypeId = operand?.inputTypeId ?? inputTypes.Any;
  const ValueInput = valueInputs[inputTypeId] ?? TextInput;
  const operators = operatorsByInputType[inputTypeId].map((id) => ({
    value: id,
    label: enumName(ruleOperators, id),
  }));
  const name = (part: string) => `conditions.${index}.${part}`;
  const message = formState.errors.conditions?.[index]?.message ?? formState.errors.conditions?.[index]?.root?.message;
  return (
    <Box sx={{ width: 1 }}>
      <Box
        role="group"
        aria-label={`Condition ${index + 1}`}
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', md: '88px 1fr 1fr 1fr 1fr 40px' },
          gap: 2,
          alignItems: 'end',
        }}
      >
        {index === 0 ? <span /> : <EnumInput name={name('Type')} label="Join" enumeration={conditionTypes} />}
        <SelectInput
          name={name('LeftOperand')}
          label="Operand"
          options={operands.map(({ id, name: label }) => ({ value: id, label }))}
        />
        {operand?.hasFieldName ? <TextInput name={name('LeftOperandFieldName')} label="Field" /> : <span />}
        <SelectInput name={name('Operator')} label="Operator" options={operators} />
        {operatorsWithoutValue.has(condition.Operator) ? (
          <span />
        ) : (
          <ValueInput name={name('RightOperand')} label="Value" />
        )}
        {!isReadOnly && <RowAction label={`Remove condition ${index + 1}`} icon={<DeleteIcon />} onClick={onRemove} />}
      </Box>
      {message && (
        <FormHelperText error role="alert">
          {message}
        </FormHelperText>
      )}
    </Box>
  );
};
