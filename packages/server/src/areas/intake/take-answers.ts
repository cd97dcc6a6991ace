import { intakeMessages } from '@cfs/contracts/intake';
import { createAnswerCheck, type AnswerFault } from '@cfs/contracts/intake-answers';
import { describeAnswers } from '@cfs/contracts/intake-text';
import type { JsonRecord } from '@cfs/contracts/json-record';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { invalid, type FieldErrors } from '../../platform/problems.ts';
import { readAnswerableForm } from './read-answerable-form.ts';

/** What an Intake unit is made of. */
export interface IntakeUnit {
  readonly title: string;
  readonly description: string;
  /** The answers, as JSON text. */
  readonly properties: string;
  /** The version of the form that they answer. */
  readonly version: number | null;
}

/** `Properties.address.street`: the path of an answer in the body. */
const errorsOf = (faults: readonly AnswerFault[]): FieldErrors => {
  const errors = new Map<string, string[]>();
  for (const { path, message } of faults) {
    const field = ['Properties', ...path].join('.');
    errors.set(field, [...(errors.get(field) ?? []), message]);
  }
  return Object.fromEntries(errors);
};

/**
 * Checks the answers of an intake, JSON text or null for none, against the form that the tenant stores, or against the
 * version of it that a unit was submitted with, and makes of them what the unit says. Throws 400 when the tenant stores none, under `WorkUnit`, and when answers do not fit, each under
 * `Properties.` and its place.
 */
export const takeAnswers = async (
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
