import type { TimeZoneLookup } from '@cfs/contracts/environment';
import type { InputTypeId } from '@cfs/contracts/rule-left-operands';
import { useMemo } from 'react';
import { useLookup } from '../../../lib/lookups.ts';
import { useTenantId } from '../../../lib/tenant/use-tenant.ts';
import type { Option } from '../../../ui/fields/select-input.tsx';
import { inWords } from '../../../lib/texts/in-words.ts';

interface Entry {
  readonly id: number;
  readonly name: string;
}

/** A left operand as the server offers it for a type of rule. */
export interface OfferedOperand extends Entry {
  readonly inputTypeId: InputTypeId;
  readonly hasFieldName: boolean;
  readonly operatorIds: readonly number[];
}

interface Choice {
  readonly value: string;
  readonly name: string;
}

const useEntries = (path: string, label: (name: string) => string): readonly Option[] => {
  const entries = useLookup<Entry>(path);
  return useMemo(() => entries.map(({ id, name }) => ({ value: id, label: label(name) })), [entries, label]);
};

const asItIs = (name: string): string => name;

export const useRuleTypes = () => useEntries('/api/generalLookup/ruletypes', asItIs);
export const useOperators = () => useEntries('/api/generalLookup/operators', inWords);
export const useOccurrenceOptions = () => useEntries('/api/generalLookup/occuranceoptions', inWords);

export const useTimeZones = (): readonly Option[] => {
  const zones = useLookup<TimeZoneLookup>('/api/generalLookup/timezones');
  return useMemo(() => zones.map(({ id, name }) => ({ value: id, label: name })), [zones]);
};

/** The left operands that a rule of the type may use in the tenant; none before a type is chosen. */
export const useOperands = (ruleTypeId: number | null, tenantId: string | null): readonly OfferedOperand[] =>
  useLookup<OfferedOperand>(
    `/api/generalLookup/ruleleftoperands?ruleType=${ruleTypeId ?? ''}&tenantId=${tenantId ?? ''}`,
    ruleTypeId !== null,
  );

/** The options for the right side of a condition on the operand. */
export const useInputOptions = (operandId: number | null, tenantId: string | null, enabled: boolean) => {
  const currentTenantId = useTenantId();
  const choices = useLookup<Choice>(
    `/api/${currentTenantId}/rulelookup/conditionInputOptions/${operandId ?? 0}?tenantId=${tenantId ?? ''}`,
    enabled && operandId !== null,
  );
  return useMemo(() => choices.map(({ value, name }) => ({ value, label: name })), [choices]);
};
