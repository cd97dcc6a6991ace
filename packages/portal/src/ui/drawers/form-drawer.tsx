import Box from '@mui/material/Box';
import { useId, type ReactNode } from 'react';
import { FormProvider, type FieldValues } from 'react-hook-form';
import { ConflictBanner } from '../forms/conflict-banner.tsx';
import { DraftNotice } from '../forms/draft-notice.tsx';
import { FieldRegistryProvider, useNewFieldRegistry } from '../fields/field-registry.ts';
import { shownText } from '../fields/use-field.ts';
import { NewsNotice } from '../forms/news-notice.tsx';
import { ReadOnlyProvider } from '../forms/read-only.ts';
import { SaveButtons } from '../forms/save-buttons.tsx';
import { SidePanel } from './side-panel.tsx';
import { useDraft } from '../forms/use-draft.ts';
import { useFormSave, type FormSaveOptions } from '../forms/use-form-save.ts';
import { useUnsavedGuard } from '../forms/use-unsaved-guard.ts';

interface FormDrawerProps<Values extends FieldValues, Output> extends FormSaveOptions<Values, Output> {
  readonly title: string;
  readonly id?: string | undefined;
  readonly width?: string;
  /** The name under which the address says that the drawer is open, as given to `useOpenRow`. */
  readonly openAs?: string;
  readonly onClose: () => void;
  /** The person may look, not save: the fields are disabled. */
  readonly isReadOnly?: boolean;
  /** Something beside the fields would be lost by closing, such as a half-written note. */
  readonly hasOtherChanges?: boolean;
  /** Says that somebody saved meanwhile, and offers to bring in what they saved; empty as long as nobody has. */
  readonly news?: string;
  /** Stands beside the button that closes. */
  readonly status?: ReactNode;
  /** Puts the form among other things, such as the tabs of a panel. */
  readonly around?: (fields: ReactNode) => ReactNode;
  /** Stands beside the buttons at the bottom. */
  readonly extra?: ReactNode;
  readonly children: ReactNode;
}

const meanwhile = 'Somebody changed the same while you were signed out.';

/**
 * A drawer around one form: it owns opening, closing, saving, the unsaved-changes question, conflicts with somebody
 * else's changes, and what was typed when the sign-in ended.
 */
export const FormDrawer = <Values extends FieldValues, Output>(props: FormDrawerProps<Values, Output>) => {
  const { title, id, width, status, form, openAs = 'open', onClose, isReadOnly = false } = props;
  const { hasOtherChanges = false, news, around, extra, children } = props;
  const fields = useNewFieldRegistry();
  const { save, underWay, conflict } = useFormSave(props, fields);
  const { isDirty, isSubmitting, touchedFields } = form.formState;
  const guard = useUnsavedGuard({
    hasChanges: isDirty && !isReadOnly,
    hasOtherChanges,
    isSaving: () => underWay.current !== undefined,
    openAs,
    onClose,
  });
  const draft = useDraft({
    form,
    openAs,
    isReadOnly,
    underWay,
    hasLeft: guard.hasLeft,
    onBringBack: (edits) => conflict.bringBack(meanwhile, edits),
  });
  const formId = useId();
  const { detail, clashes = [], isUnsettled = false } = conflict.conflict ?? {};
  const shownClashes = clashes.map(({ name, mine, theirs }) => {
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
      status={status}
      onClose={guard.close}
      footer={
        <>
          {extra}
          <Box sx={{ flexGrow: 1 }} />
          {!isReadOnly && (
            <SaveButtons
              formId={formId}
              isPristine={!isDirty}
              isTouched={Object.keys(touchedFields).length > 0}
              isBusy={isSubmitting || isUnsettled}
              onSaveAndClose={() => void save().then((isSaved) => isSaved && guard.closeSaved())}
            />
          )}
        </>
      }
    >
      <FormProvider {...form}>
        <FieldRegistryProvider value={fields}>
          {draft.isBroughtBack && isDirty && (
            <DraftNotice
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
              clashes={shownClashes}
              {...(isUnsettled
                ? {
                    onReload: () => void conflict.reload(),
                    onKeepMine: (yielding) => void conflict.reapply(yielding),
                  }
                : {})}
            />
          )}
          {news !== undefined && (
            <NewsNotice news={isUnsettled || isSubmitting ? '' : news} onReload={() => conflict.bringIn(news)} />
          )}
          {around ? around(content) : content}
        </FieldRegistryProvider>
      </FormProvider>
    </SidePanel>
  );
};
