import type { IntakeForm } from '@cfs/contracts/intake';
import type { JsonRecord } from '@cfs/contracts/json-record';
import { withTheme } from '@rjsf/core';
import { Theme } from '@rjsf/mui';
import type { UiSchema } from '@rjsf/utils';
import { useMemo } from 'react';
import { errorSchemaOf, stepOfField } from './answer-errors.ts';
import { drawableSchema } from './drawable-schema.ts';
import { answersValidator } from './answers-validator.ts';
import type { IntakeWizard } from './use-intake-wizard.ts';
import {
  ArrayFieldItemTemplate,
  ArrayFieldTemplate,
  FieldTemplate,
  ObjectFieldTemplate,
  type WizardContext,
} from './wizard-templates.tsx';
import { wizardUiSchema } from './wizard-ui-schema.ts';
import { BaseInputTemplate, CheckboxesWidget, RadioWidget, SelectWidget } from './wizard-widgets.tsx';

const SchemaForm = withTheme<JsonRecord>({
  ...Theme,
  templates: {
    ...Theme.templates,
    ArrayFieldItemTemplate,
    ArrayFieldTemplate,
    BaseInputTemplate,
    FieldTemplate,
    ObjectFieldTemplate,
  },
  widgets: { ...Theme.widgets, CheckboxesWidget, RadioWidget, SelectWidget },
});

/** Constants are not filled in by default, because a person may have to confirm them. */
const defaults = { emptyObjectFields: 'populateRequiredDefaults', constAsDefaults: 'never' } as const;

interface WizardFieldsProps {
  readonly form: IntakeForm;
  readonly wizard: IntakeWizard;
  readonly isBusy?: boolean;
}

/** The fields of the current step, rendered from the tenant's schema. */
export const WizardFields = ({ form, wizard, isBusy = false }: WizardFieldsProps) => {
  const { steps, at, stepKey, step, faults, answers, change } = wizard;
  const schema = useMemo(() => drawableSchema(form.schema), [form]);
  const uiSchema = useMemo(() => wizardUiSchema(form) as UiSchema<JsonRecord>, [form]);
  const errors = useMemo(() => errorSchemaOf(faults), [faults]);
  const context = useMemo<WizardContext>(
    () => ({ shows: (field) => stepOfField(steps, field) === at, order: step.fields }),
    [steps, at, step],
  );
  return (
    <SchemaForm
      key={stepKey}
      tagName="div"
      idPrefix="answers"
      schema={schema}
      uiSchema={uiSchema}
      formData={answers}
      formContext={context}
      validator={answersValidator}
      extraErrors={errors}
      noValidate
      showErrorList={false}
      disabled={isBusy}
      experimental_defaultFormStateBehavior={defaults}
      onChange={({ formData }, id) => change(formData ?? {}, id !== undefined)}
    >
      <></>
    </SchemaForm>
  );
};
