import { readIntakeForm, type IntakeForm } from '@cfs/contracts/intake';
import { patternFaults } from '@cfs/contracts/intake-answers';
import { useMemo } from 'react';
import { useIntakeText } from './intake-queries.ts';

const formOf = (text: string | null): IntakeForm | null => {
  const read = readIntakeForm(text ?? '');
  return 'form' in read && patternFaults(read.form).length === 0 ? read.form : null;
};

/** The form of a tenant; `null` if it has none or an invalid one. */
export const useIntakeForm = (tenantId: string) => {
  const { data, error, refetch } = useIntakeText(tenantId);
  const form = useMemo(() => (data === undefined ? undefined : formOf(data)), [data]);
  return { form, error, refetch };
};
