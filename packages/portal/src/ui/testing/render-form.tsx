import { useEffect, type ReactNode } from 'react';
import { FormProvider, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { ReadOnlyProvider } from '../forms/read-only.ts';
import { useZodForm } from '../forms/use-zod-form.ts';
import { render, type Rendered, type RenderOptions } from './render.tsx';

interface FormOptions extends RenderOptions {
  /** Validates the values; accepts anything by default. */
  readonly schema?: z.ZodType<unknown, FieldValues>;
  readonly isReadOnly?: boolean;
}

interface RenderedForm extends Rendered {
  /** The current values of the form. */
  readonly values: () => FieldValues;
  /** Resets the form to other values. */
  readonly reset: (values: FieldValues) => void;
}

type AnyForm = UseFormReturn<FieldValues>;

/** Renders fields in a form; its Check button validates it. */
export const renderForm = async (
  initial: FieldValues,
  fields: ReactNode,
  { schema = z.looseObject({}), isReadOnly = false, ...options }: FormOptions = {},
): Promise<RenderedForm> => {
  const held: { form?: AnyForm } = {};
  const Form = () => {
    const form = useZodForm(schema, initial);
    useEffect(() => {
      held.form = form as AnyForm;
    }, [form]);
    return (
      <FormProvider {...form}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.handleSubmit(() => undefined)();
          }}
        >
          <ReadOnlyProvider value={isReadOnly}>{fields}</ReadOnlyProvider>
          <button>Check</button>
        </form>
      </FormProvider>
    );
  };
  const screen = await render(<Form />, options);
  return {
    ...screen,
    values: () => held.form?.getValues() ?? {},
    reset: (values) => held.form?.reset(values),
  };
};
