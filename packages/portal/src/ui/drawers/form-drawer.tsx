import Box from '@mui/material/Box';
import { useId, useRef, type ReactNode } from 'react';
import { FormProvider, type FieldValues } from 'react-hook-form';
import { ConflictBanner } from '../forms/conflict-banner.tsx';
import { DraftNotice, draftMessages } from '../forms/draft-notice.tsx';
import type { Draft } from '../../lib/forms/drafts.ts';
import { FieldRegistryProvider, useNewFieldRegistry } from '../fields/field-registry.ts';
import { shownText } from '../fields/use-field.ts';
import { HasLeftProvider } from '../forms/has-left.ts';
import { NewerVersionNotice } from '../forms/newer-version-notice.tsx';
import { ReadOnlyProvider } from '../forms/read-only.ts';
import { SaveButtons } from '../forms/save-buttons.tsx';
import { SidePanel } from './side-panel.tsx';
import { useDraft } from '../forms/use-draft.ts';
import { useSaveKey } from '../forms/use-save-key.ts';
import { useFormSave, type FormSaveOptions } from '../forms/use-form-save.ts';
import { useUnsavedGuard } from '../forms/use-unsaved-guard.ts';

interface FormDrawerProps<Values extends FieldValues, Output> extends FormSaveOptions<Values, Output> {
  readonly title: string;
  readonly id?: string | undefined;
  readonly width?: string;
  /** As in `SidePanel`. */
  readonly isBeside?: boolean;
  /** The query parameter that keeps the drawer open, as passed to `useOpenRow`. */
  readonly openAs?: string;
  readonly onClose: () => void;
  /** Disables the fields and hides Save. */
  readonly isReadOnly?: boolean;
  /** Closing would lose something outside the form, such as the draft of a note. */
  readonly hasOtherChanges?: boolean;
  /** Announces that somebody else has saved a newer version, which can be merged; empty while there is none. */
  readonly newerVersion?: string;
  /** Next to the close button. */
  readonly status?: ReactNode;
  /** Wraps the form, for example into the tabs of a panel. */
  readonly around?: (fields: ReactNode) => ReactNode;
  /** A single button with this label, which saves and closes, in place of Save and Save & Close. */
  readonly submitLabel?: string;
  /** In the footer, before the save buttons. */
  readonly extra?: ReactNode;
  readonly children: ReactNode;
}

const changedMeanwhile = {
  afterSignIn: 'This entry was changed while you were signed out.',
  afterReload: 'This entry was changed while the page was reloaded.',
} as const;

const endOf = ({ isOfReload }: Draft): keyof typeof changedMeanwhile => (isOfReload ? 'afterReload' : 'afterSignIn');

/**
 * A drawer with one form: closing, saving, the unsaved-changes question, conflicts with concurrent changes, and drafts
 * of unsaved edits when the session ends or the page is reloaded.
 */
export const FormDrawer = <Values extends FieldValues, Output>(props: FormDrawerProps<Values, Output>) => {
  const { title, id, width, isBeside = false, status, form, openAs = 'open', onClose, isReadOnly = false } = props;
  const { hasOtherChanges = false, newerVersion, around, submitLabel, extra, children } = props;
  const fields = useNewFieldRegistry();
  const { save, pendingSave, conflict } = useFormSave(props, fields);
  const { isDirty, isSubmitting, touchedFields } = form.formState;
  const guard = useUnsavedGuard({
    hasChanges: isDirty && !isReadOnly,
    hasOtherChanges,
    keepsDraft: true,
    isSaving: () => pendingSave.current !== undefined,
    openAs,
    onClose,
  });
  const draft = useDraft({
    form,
    openAs,
    isReadOnly,
    pendingSave,
    hasLeft: guard.hasLeft,
    onRestore: (stored) => conflict.restore(changedMeanwhile[endOf(stored)], stored.edits),
  });
  const isClosing = useRef(false);
  /**
   * Closes after a save in flight has succeeded; stays open if it fails. A second call during that save does not wait.
   */
  const close = async (): Promise<void> => {
    const pending = pendingSave.current;
    if (!pending || isClosing.current) return guard.close();
    isClosing.current = true;
    const isSaved = await pending;
    isClosing.current = false;
    if (isSaved) guard.closeSaved();
  };
  const formId = useId();
  const { detail, conflicts = [], isUnresolved = false } = conflict.conflict ?? {};
  const maySave = !isReadOnly && isDirty && !isSubmitting && !isUnresolved;
  useSaveKey({ formId, onSave: maySave ? () => void save() : undefined });
  const conflictLabels = conflicts.map(({ name, mine, theirs }) => {
    const { label, show } = fields.get(name) ?? { label: name, show: shownText };
    return { name, label, mine: show(mine), theirs: show(theirs) };
  });
  const content = (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <ReadOnlyProvider value={isReadOnly}>{children}</ReadOnlyProvider>
    </form>
  );
  return (
    <SidePanel
      title={title}
      id={id}
      {...(width ? { width } : {})}
      isBeside={isBeside}
      status={status}
      onClose={() => void close()}
      footer={
        <>
          {extra}
          <Box sx={{ flexGrow: 1 }} />
          {!isReadOnly && (
            <SaveButtons
              formId={formId}
              isPristine={!isDirty}
              isTouched={Object.keys(touchedFields).length > 0}
              isBusy={isSubmitting || isUnresolved}
              submitLabel={submitLabel}
              onSaveAndClose={() => void save().then((isSaved) => isSaved && guard.closeSaved())}
            />
          )}
        </>
      }
    >
      <FormProvider {...form}>
        <FieldRegistryProvider value={fields}>
          {draft.restored && isDirty && (
            <DraftNotice
              message={draftMessages[endOf(draft.restored)]}
              onDiscard={() => {
                form.reset();
                conflict.clear();
                draft.dismiss();
              }}
            />
          )}
          {detail !== undefined && (
            <ConflictBanner
              detail={detail}
              conflicts={conflictLabels}
              {...(isUnresolved
                ? {
                    onReload: () => void conflict.reload(),
                    onKeepMine: (takingTheirs) => void conflict.keepMine(takingTheirs),
                  }
                : {})}
            />
          )}
          {newerVersion !== undefined && (
            <NewerVersionNotice
              message={isUnresolved || isSubmitting ? '' : newerVersion}
              onReload={() => conflict.merge(newerVersion)}
            />
          )}
          <HasLeftProvider value={guard.hasLeft}>{around ? around(content) : content}</HasLeftProvider>
        </FieldRegistryProvider>
      </FormProvider>
    </SidePanel>
  );
};
