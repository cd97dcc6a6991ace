import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { AddressQuery } from '../../lib/address-query.ts';
import { draftKey, isStorable, removeDraft, saveDraft, readDraft, type Draft } from '../../lib/forms/drafts.ts';
import { editsOf } from '../../lib/forms/edits.ts';
import { pagePerson } from '../../lib/session/page-person.ts';
import { addUnsavedWork } from '../../lib/forms/unsaved-work.ts';

interface DraftOptions<Values extends FieldValues, Output> {
  readonly form: UseFormReturn<Values, unknown, Output>;
  /** The query parameter that keeps the form open; without it in the URL no draft is stored. */
  readonly openAs: string;
  readonly isReadOnly: boolean;
  /** Whether the person closed the form or navigated away. */
  readonly hasLeft: RefObject<boolean>;
  /** The save in flight; if it succeeds, no draft is stored. */
  readonly pendingSave: RefObject<Promise<boolean> | undefined>;
  readonly onRestore: (draft: Draft) => void;
}

/**
 * Stores unsaved edits when the form unmounts although the person did not leave it, as at the end of a session, and before
 * the portal reloads the page. Restores them when the same person opens the same form in this tab.
 */
export const useDraft = <Values extends FieldValues, Output>(options: DraftOptions<Values, Output>) => {
  const { form, openAs, isReadOnly, hasLeft, pendingSave, onRestore } = options;
  const router = useRouter();
  const [key] = useState(() => {
    const { location } = router.state;
    const openId = (location.search as AddressQuery)[openAs];
    return openId ? draftKey(pagePerson(), `${location.pathname}?${openAs}=${openId}`) : undefined;
  });
  const [draft] = useState(() => (key !== undefined && !isReadOnly ? readDraft(key) : undefined));
  const [isDismissed, setDismissed] = useState(false);
  const { defaultValues } = form.formState;

  const restore = useEffectEvent(() => {
    if (key !== undefined) removeDraft(key);
    if (draft) onRestore(draft);
  });
  const unsaved = useEffectEvent((): Draft | undefined => {
    if (isReadOnly || hasLeft.current) return undefined;
    const edits = editsOf(defaultValues ?? {}, form.getValues());
    return edits.length === 0 ? undefined : { edits, at: Date.now() };
  });
  const canKeep = useEffectEvent((): boolean => {
    const lost = unsaved();
    return lost === undefined || (key !== undefined && isStorable(lost));
  });
  const save = useEffectEvent(async (end: Pick<Draft, 'isOfReload'> = {}): Promise<void> => {
    const lost = unsaved();
    if (key === undefined || lost === undefined) return;
    const isSaved = await Promise.resolve(pendingSave.current).catch(() => false);
    if (!isSaved) saveDraft(key, { ...lost, ...end });
  });

  useEffect(() => {
    restore();
    const remove = addUnsavedWork({ canKeep: () => canKeep(), keep: () => save({ isOfReload: true }) });
    return () => {
      remove();
      void save();
    };
  }, []);

  return { restored: isDismissed ? undefined : draft, dismiss: () => setDismissed(true) };
};
