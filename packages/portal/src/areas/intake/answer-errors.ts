import type { AnswerFault } from '@cfs/contracts/intake-answers';
import type { IntakeStep } from '@cfs/contracts/intake-steps';
import type { ErrorSchema } from '@rjsf/utils';
import type { FieldErrors } from '../../lib/api/api-problem.ts';

interface Place {
  [name: string]: Place | string[];
}

/** Converts faults into the error schema of the form library, with the messages at the path of their field. */
export const errorSchemaOf = (faults: readonly AnswerFault[]): ErrorSchema => {
  const root: Place = {};
  for (const { path, message } of faults) {
    let place = root;
    for (const name of path) place = (place[name] ??= {}) as Place;
    place['__errors'] = [...((place['__errors'] as string[] | undefined) ?? []), message];
  }
  return root as ErrorSchema;
};

const prefix = 'Properties';

/** Extracts the faults of answers from the field errors of the server, with keys such as `Properties.address.city`. */
export const faultsOfServer = (errors: FieldErrors): readonly AnswerFault[] =>
  Object.entries(errors).flatMap(([field, messages]) => {
    const [first, ...path] = field.split('.');
    return first === prefix ? messages.map((message) => ({ path, message })) : [];
  });

/** The index of the step that shows a field; the last one for a field that is in no step. */
export const stepOfField = (steps: readonly IntakeStep[], field: string | undefined): number => {
  const index = steps.findIndex(({ fields }) => field !== undefined && fields.includes(field));
  return index < 0 ? steps.length - 1 : index;
};
