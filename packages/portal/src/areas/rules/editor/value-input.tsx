import { inputTypes, type InputTypeId } from '@cfs/contracts/rule-left-operands';
import { DateTimeInput } from '../../../ui/fields/date-time-input.tsx';
import type { FieldProps } from '../../../ui/fields/field-frame.tsx';
import { SearchInput } from '../../../ui/fields/search-input.tsx';
import { TextBox } from '../../../ui/fields/text-box.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { TimeSpanInput } from '../../../ui/fields/time-span-input.tsx';
import { useInputOptions } from './rule-lookups.ts';

interface ValueInputProps extends FieldProps {
  readonly operandId: number | null;
  readonly inputTypeId: InputTypeId;
  readonly tenantId: string | null;
}

/** The right side of a condition; the type of the left operand determines the input. */
export const ValueInput = ({ operandId, inputTypeId, tenantId, ...field }: ValueInputProps) => {
  const isChoice = inputTypeId === inputTypes.Choice;
  const isGuid = inputTypeId === inputTypes.Guid;
  const options = useInputOptions(operandId, tenantId, isChoice || isGuid);
  if (isChoice || isGuid) return <SearchInput {...field} options={options} allowsFreeText={isGuid} />;
  if (inputTypeId === inputTypes.TimeSpan) return <TimeSpanInput {...field} />;
  if (inputTypeId === inputTypes.DateTime) return <DateTimeInput {...field} />;
  if (inputTypeId === inputTypes.Number) return <TextBox {...field} htmlInput={{ inputMode: 'decimal' }} />;
  return <TextInput {...field} />;
};
