import { intakeMessages } from '@cfs/contracts/intake';
import { createAnswerCheck, type AnswerFault } from '@cfs/contracts/intake-answers';
import { describeAnswers } from '@cfs/contracts/intake-text';
import type { JsonRecord } from '@cfs/contracts/json-record';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { invalid, type FieldErrors } from '../../platform/problems.ts';
import { readAnswerableForm } from './read-answerable-form.ts';

/** The properties of an Intake unit that are derived from the answers. */
export interface IntakeUnit {
  readonly title: string;
  readonly description: string;
  /** The answers, as JSON text. */
  readonly properties: string;
  /** The version of the form that the answers belong to. */
  readonly version: number | null;
}

/** Field errors by the path of an answer in the body, such as `Properties.address.street`. */
const errorsOf = (faults: readonly AnswerFault[]): FieldErrors => {
  const errors = new Map<string, string[]>();
  for (const { path, message } of faults) {
    const field = ['Properties', ...path].join('.');
    errors.set(field, [...(errors.get(field) ?? []), message]);
  }
  return Object.fromEntries(errors);
};

/**
 * Checks the answers of an intake against the form that the tenant stores, or against the version with which the unit
 * was submitted, and derives the properties of the unit from them. `answers` is JSON text, or `null` for none.
 *
 * @throws 400 under `WorkUnit` if the tenant stores no form, and under `Properties.` with the path of each invalid
 * answer.
 */
export const validateAnswers = async (
  db: ScopedDatabase,
  tenantId: string,
  answers: string | null,
  submittedVersion?: number | null,
): Promise<IntakeUnit> => {
  const answerable = await readAnswerableForm(db, tenantId, submittedVersion);
  if (!answerable) throw invalid({ WorkUnit: [intakeMessages.noSchema] });
  const { form, version } = answerable;
  const properties = answers ?? '{}';
  const given: unknown = JSON.parse(properties);
  const faults = createAnswerCheck(form)(given);
  if (faults.length > 0) throw invalid(errorsOf(faults));
  return { ...describeAnswers(form, given as JsonRecord), properties, version };
};
