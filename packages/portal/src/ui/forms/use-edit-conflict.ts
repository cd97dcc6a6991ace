import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { notify } from '../../lib/notify.ts';
import { clashesOf, editsOf, isSame, reapplied, type Clash, type Edit, type Values } from '../../lib/edits.ts';

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

  const reloaded = async (): Promise<FormValues | undefined> => {
    try {
      return await onReload?.();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      notify.error(error.detail);
      return undefined;
    }
  };

  const meet = async (detail: string): Promise<void> => {
    const seen: Values = form.formState.defaultValues ?? {};
    const edits = editsOf(seen, form.getValues());
    const theirs = await onReload?.().catch(() => undefined);
    const hasMoved = theirs ? Object.keys(theirs).some((name) => !isSame(theirs[name], seen[name])) : Boolean(onReload);
    setConflict({ detail, edits, theirs, isUnsettled: hasMoved, clashes: theirs ? clashesOf(edits, theirs) : [] });
  };

  const putUpon = (theirs: Values, edits: readonly Edit[], detail: string): void => {
    const clashes = clashesOf(edits, theirs);
    form.reset(reapplied(theirs, edits, new Set()) as FormValues, { keepDefaultValues: true });
    setConflict(clashes.length > 0 ? { detail, edits, theirs, isUnsettled: true, clashes } : undefined);
  };

  /** Puts edits of an earlier time into the form as it stands, and shows where others changed the same since. */
  const bringBack = (detail: string, edits: readonly Edit[]): void =>
    putUpon(form.formState.defaultValues ?? {}, edits, detail);

  /**
   * Brings in what others saved: fields that the person left alone follow, the edits stay, and where both changed the
   * same it is shown.
   */
  const bringIn = async (detail: string): Promise<void> => {
    const seen: Values = form.formState.defaultValues ?? {};
    const theirs = await reloaded();
    if (!theirs) return;
    const edits = editsOf(seen, form.getValues());
    form.reset(theirs);
    putUpon(theirs, edits, detail);
  };

  const take = async (values: (theirs: FormValues, edits: readonly Edit[]) => Values | undefined): Promise<void> => {
    const theirs = conflict && ((conflict.theirs as FormValues | undefined) ?? (await reloaded()));
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
    bringIn,
    clear: () => setConflict(undefined),
    /** Takes the server's values and drops the person's edits. */
    reload: () => take(() => undefined),
    /** Puts the person's edits upon the server's values, except in the fields that yield to the server's. */
    reapply: (yielding: ReadonlySet<string>) => take((theirs, edits) => reapplied(theirs, edits, yielding)),
  };
};
