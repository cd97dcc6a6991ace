import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import {
  fieldConflicts,
  editsOf,
  isSame,
  rebaseEdits,
  type FieldConflict,
  type Edit,
  type Values,
} from '../../lib/forms/edits.ts';
import { notifyProblem } from '../../lib/notify-problem.ts';

/** A save that the server rejected with 409. */
export interface EditConflict {
  readonly detail: string;
  /** Whether the row has changed on the server: saving is disabled until the conflict is resolved. */
  readonly isUnresolved: boolean;
  readonly conflicts: readonly FieldConflict[];
}

interface OpenConflict extends EditConflict {
  readonly theirs?: Values | undefined;
}

interface ConflictOptions<Values extends FieldValues, Output> {
  readonly form: UseFormReturn<Values, unknown, Output>;
  /** Loads the current values from the server. */
  readonly onReload?: (() => Promise<NoInfer<Values>>) | undefined;
}

/** Keeps a conflict until the person resolves it: takes the server's values, or rebases their edits on them. */
export const useEditConflict = <FormValues extends FieldValues, Output>({
  form,
  onReload,
}: ConflictOptions<FormValues, Output>) => {
  const [conflict, setConflict] = useState<OpenConflict>();

  const fetchTheirs = async (): Promise<FormValues | undefined> => {
    try {
      return await onReload?.();
    } catch (error) {
      notifyProblem(error);
      return undefined;
    }
  };

  const detect = async (detail: string): Promise<void> => {
    const base: Values = form.formState.defaultValues ?? {};
    const edits = editsOf(base, form.getValues());
    const theirs = await onReload?.().catch(() => undefined);
    const hasChanged = theirs
      ? Object.keys(theirs).some((name) => !isSame(theirs[name], base[name]))
      : Boolean(onReload);
    setConflict({
      detail,
      theirs,
      isUnresolved: hasChanged,
      conflicts: theirs ? fieldConflicts(edits, theirs) : [],
    });
  };

  const rebaseOnto = (theirs: Values, edits: readonly Edit[], detail: string): void => {
    const conflicts = fieldConflicts(edits, theirs);
    form.reset(rebaseEdits(theirs, edits, new Set()) as FormValues, { keepDefaultValues: true });
    setConflict(conflicts.length > 0 ? { detail, theirs, isUnresolved: true, conflicts } : undefined);
  };

  /** Applies the edits of a draft to the form, and shows the fields that have changed on the server since. */
  const restore = (detail: string, edits: readonly Edit[]): void =>
    rebaseOnto(form.formState.defaultValues ?? {}, edits, detail);

  /** Three-way merge with the server's values: keeps the edits, updates other fields, shows conflicting fields. */
  const merge = async (detail: string): Promise<void> => {
    const base: Values = form.formState.defaultValues ?? {};
    const theirs = await fetchTheirs();
    if (!theirs) return;
    const edits = editsOf(base, form.getValues());
    form.reset(theirs);
    rebaseOnto(theirs, edits, detail);
  };

  const theirsOfConflict = async (): Promise<FormValues | undefined> =>
    conflict && ((conflict.theirs as FormValues | undefined) ?? (await fetchTheirs()));

  const reload = async (): Promise<void> => {
    const theirs = await theirsOfConflict();
    if (!theirs) return;
    form.reset(theirs);
    setConflict(undefined);
  };

  const keepMine = async (takingTheirs: ReadonlySet<string>): Promise<void> => {
    const theirs = await theirsOfConflict();
    if (!conflict || !theirs) return;
    // The form stays editable during a conflict: later edits are kept, and may conflict too.
    const edits = editsOf(form.formState.defaultValues ?? {}, form.getValues());
    const shown = new Set(conflict.conflicts.map(({ name }) => name));
    const further = fieldConflicts(edits, theirs).filter(({ name }) => !shown.has(name));
    if (further.length > 0) {
      setConflict({ ...conflict, theirs, conflicts: [...conflict.conflicts, ...further] });
      return;
    }
    form.reset(theirs);
    form.reset(rebaseEdits<Values>(theirs, edits, takingTheirs) as FormValues, { keepDefaultValues: true });
    setConflict(undefined);
  };

  return {
    conflict,
    detect,
    restore,
    merge,
    clear: () => setConflict(undefined),
    /** Takes the server's values and discards the edits. */
    reload,
    /**
     * Rebases the edits on the server's values, except the fields in `takingTheirs`. If further fields conflict by
     * then, shows these instead.
     */
    keepMine,
  };
};
