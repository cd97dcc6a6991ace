import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiProblem } from '../lib/api/api-problem.ts';
import { notify } from '../lib/notify.ts';
import { clashesOf, editsOf, isSame, reapplied, type Clash, type Edit, type Values } from '../lib/edits.ts';

/** A save that the server refused because of somebody else's, as the person has to see it. */
export interface EditConflict {
  readonly detail: string;
  /** Whether somebody changed the same entry, so that there is something to settle before the next save. */
  readonly isUnsettled: boolean;
  readonly clashes: readonly Clash[];
}

interface Meeting extends EditConflict {
  readonly edits: readonly Edit[];
  readonly theirs?: Values | undefined;
}

interface ConflictOptions<Values extends FieldValues, Output> {
  readonly form: UseFormReturn<Values, unknown, Output>;
  /** The values as they are now on the server. */
  readonly onReload?: (() => Promise<NoInfer<Values>>) | undefined;
}

/** Keeps a conflict until the person settles it by taking the server's values or by putting their edits upon them. */
export const useEditConflict = <FormValues extends FieldValues, Output>({
  form,
  onReload,
}: ConflictOptions<FormValues, Output>) => {
  const [conflict, setConflict] = useState<Meeting>();

  const meet = async (detail: string): Promise<void> => {
    const seen: Values = form.formState.defaultValues ?? {};
    const edits = editsOf(seen, form.getValues());
    const theirs = await onReload?.().catch(() => undefined);
    const hasMoved = theirs ? Object.keys(theirs).some((name) => !isSame(theirs[name], seen[name])) : Boolean(onReload);
    setConflict({ detail, edits, theirs, isUnsettled: hasMoved, clashes: theirs ? clashesOf(edits, theirs) : [] });
  };

  /** Puts edits of an earlier time into the form as it stands, and shows where others changed the same since. */
  const bringBack = (detail: string, edits: readonly Edit[]): void => {
    const theirs: Values = form.formState.defaultValues ?? {};
    const clashes = clashesOf(edits, theirs);
    form.reset(reapplied(theirs, edits, new Set()) as FormValues, { keepDefaultValues: true });
    if (clashes.length > 0) setConflict({ detail, edits, theirs, isUnsettled: true, clashes });
  };

  const theirsOf = async ({ theirs }: Meeting): Promise<FormValues | undefined> => {
    try {
      return (theirs ?? (await onReload?.())) as FormValues | undefined;
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      notify.error(error.detail);
      return undefined;
    }
  };

  const take = async (values: (theirs: FormValues, edits: readonly Edit[]) => Values | undefined): Promise<void> => {
    const theirs = conflict && (await theirsOf(conflict));
    if (!theirs) return;
    form.reset(theirs);
    const mine = values(theirs, conflict.edits);
    if (mine) form.reset(mine as FormValues, { keepDefaultValues: true });
    setConflict(undefined);
  };

  return {
    conflict: conflict as EditConflict | undefined,
    meet,
    bringBack,
    clear: () => setConflict(undefined),
    /** Takes the server's values and drops the person's edits. */
    reload: () => take(() => undefined),
    /** Puts the person's edits upon the server's values, except in the fields that yield to the server's. */
    reapply: (yielding: ReadonlySet<string>) => take((theirs, edits) => reapplied(theirs, edits, yielding)),
  };
};
