import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';

/** A form validated by a zod schema of the contracts: when a field was touched, or with `onSubmit` when it is sent. */
export const useZodForm = <Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
  mode: 'onTouched' | 'onSubmit' = 'onTouched',
): UseFormReturn<Input, unknown, Output> =>
  useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues, mode });
