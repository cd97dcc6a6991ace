import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId, type ReactNode } from 'react';
import { FormProvider, type FieldValues } from 'react-hook-form';
import { ConflictBanner } from './conflict-banner.tsx';
import { ReadOnlyProvider } from './read-only.ts';
import { SidePanel } from './side-panel.tsx';
import { useFormSave, type FormSaveOptions } from './use-form-save.ts';
import { useGuardedClose } from './use-guarded-close.ts';

interface FormDrawerProps<Values extends FieldValues, Output> extends FormSaveOptions<Values, Output> {
  readonly title: string;
  readonly id?: string | undefined;
  readonly width?: string;
  readonly onClose: () => void;
  /** The values as they are now on the server, for a form that met a conflict. */
  readonly onReload?: (() => Promise<NoInfer<Values>>) | undefined;
  /** The person may look, not save: the fields are disabled. */
  readonly isReadOnly?: boolean;
  /** Puts the form among other things, such as the tabs of a panel. */
  readonly around?: (fields: ReactNode) => ReactNode;
  /** Stands beside the buttons at the bottom. */
  readonly extra?: ReactNode;
  readonly children: ReactNode;
}

/** A drawer around one form: it owns opening, closing, saving and the unsaved-changes question. */
export const FormDrawer = <Values extends FieldValues, Output>(props: FormDrawerProps<Values, Output>) => {
  const { title, id, width, form, onClose, onReload, isReadOnly = false, around, extra, children } = props;
  const { save, conflict, clearConflict } = useFormSave(props);
  const { isDirty, isSubmitting, touchedFields } = form.formState;
  const close = useGuardedClose(isDirty && !isReadOnly, onClose);
  const formId = useId();
  const isTouched = Object.keys(touchedFields).length > 0;
  const reload = async (keepMine: boolean): Promise<void> => {
    if (!onReload) return;
    form.reset(await onReload(), { keepDirtyValues: keepMine });
    clearConflict();
  };
  const fields = (
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
      onClose={close}
      footer={
        <>
          {extra}
          <Box sx={{ flexGrow: 1 }} />
          {!isReadOnly && (
            <>
              <Button type="submit" form={formId} variant="outlined" disabled={!isDirty || isSubmitting}>
                Save
              </Button>
              <Button
                variant="contained"
                disabled={(!isDirty && !isTouched) || isSubmitting}
                onClick={() => void save().then((isSaved) => isSaved && onClose())}
              >
                Save & Close
              </Button>
            </>
          )}
        </>
      }
    >
      <FormProvider {...form}>
        {conflict && (
          <ConflictBanner
            detail={conflict}
            {...(onReload ? { onReload: () => void reload(false), onKeepMine: () => void reload(true) } : {})}
          />
        )}
        {around ? around(fields) : fields}
      </FormProvider>
    </SidePanel>
  );
};
