import { extraTestValues, namesIn } from '@cfs/contracts/actions';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { FormProvider } from 'react-hook-form';
import { z } from 'zod';
import { equals } from '../../lib/api/odata-filter.ts';
import { notify } from '../../lib/notify.ts';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { KeyValueInput } from '../../ui/fields/key-value-input.tsx';
import { keyValueRecord } from '../../ui/fields/key-values.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { testActionDefinition } from './action-definition-queries.ts';
import type { ActionDefinitionRow } from './action-definition.ts';
import { ActionTestHistory } from './history/action-test-history.tsx';
import { actionDefinitionSet } from './offered-actions.ts';
import { ParameterInput } from './parameter-input.tsx';

const failure = 'A problem occurred saving the block. Please try again.';

/** `given` is an array in the order of the input parameters, because their names may contain any character. */
const testSchema = z.object({ given: z.array(z.string().nullable()), extra: keyValueRecord });

interface ActionTestProps {
  readonly definition: ActionDefinitionRow;
  readonly onClose: () => void;
}

const ActionTest = ({ definition, onClose }: ActionTestProps) => {
  const { actionDefinitionId, name, inputParameters } = definition;
  const names = namesIn(inputParameters);
  const form = useZodForm(testSchema, { given: names.map(() => ''), extra: [] });
  const formId = useId();
  const test = useMutation({
    mutationFn: ({ given, extra }: z.output<typeof testSchema>) => {
      const values = names.map((each, index) => [each, given[index] ?? ''] as const);
      return testActionDefinition(actionDefinitionId, { ...extra, ...Object.fromEntries(values) });
    },
    onError: () => notify.error(failure),
  });
  return (
    <SidePanel title={`Test Action Definition: ${name}`} id={actionDefinitionId} onClose={onClose}>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 5 }}>
        <FormProvider {...form}>
          <Box
            component="form"
            id={formId}
            noValidate
            sx={{ display: 'grid', gap: 4 }}
            onSubmit={(event) => {
              event.preventDefault();
              void form.handleSubmit((values) => test.mutate(values))();
            }}
          >
            {names.length > 0 && (
              <FieldGrid>
                {names.map((parameter, index) => (
                  <ParameterInput
                    key={parameter}
                    name={`given.${index}`}
                    actionDefinitionId={actionDefinitionId}
                    parameter={parameter}
                  />
                ))}
              </FieldGrid>
            )}
            <KeyValueInput
              name="extra"
              label="Extra Values"
              nameLabel="Param"
              valueLabel="Value"
              maxRows={extraTestValues}
              help={`Up to ${extraTestValues} placeholders that an event would provide, such as Title or Value. Placeholders are case-sensitive.`}
            />
            {test.error && (
              <FormHelperText error role="alert">
                {test.error.message}
              </FormHelperText>
            )}
            <Button type="submit" variant="contained" disabled={test.isPending} sx={{ justifySelf: 'start' }}>
              Test
            </Button>
          </Box>
        </FormProvider>
        <section aria-label="Action History">
          <Typography variant="h3" sx={{ mb: 2 }}>
            Action History
          </Typography>
          {test.data === undefined ? (
            <EmptyState title="No History Found." hint="Each attempt of the test appears here." />
          ) : (
            <ActionTestHistory key={test.data} messageId={test.data} />
          )}
        </section>
      </Box>
    </SidePanel>
  );
};

/** Runs the action in the URL once with test values and shows the result. */
export const ActionTestPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const { openId, close } = drawer;
  const definition = useOpenedRow<ActionDefinitionRow>(actionDefinitionSet, equals('actionDefinitionId', openId));
  return openId && definition ? (
    <ActionTest key={definition.actionDefinitionId} definition={definition} onClose={close} />
  ) : null;
};
