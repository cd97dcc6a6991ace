import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { AddressQuery } from '../../lib/address-query.ts';
import { draftKey, removeDraft, saveDraft, readDraft } from '../../lib/drafts.ts';
import { editsOf, type Edit } from '../../lib/edits.ts';
import { pagePerson } from '../../lib/session/page-person.ts';

interface DraftOptions<Values extends FieldValues, Output> {
  readonly form: UseFormReturn<Values, unknown, Output>;
  /** The query parameter that keeps the form open; without it in the URL no draft is stored. */
  readonly openAs: string;
  readonly isReadOnly: boolean;
  /** Whether the person closed the form or navigated away. */
  readonly hasLeft: RefObject<boolean>;
  /** The save in flight; if it succeeds, no draft is stored. */
  readonly pendingSave: RefObject<Promise<boolean> | undefined>;
  readonly onRestore: (edits: readonly Edit[]) => void;
}

/**
 * Stores unsaved edits when the form unmounts although the person did not leave it, as at the end of a session. Restores
 * them when the same person opens the same form in this tab.
 */
export const useDraft = <Values extends FieldValues, Output>(options: DraftOptions<Values, Output>) => {
  const { form, openAs, isReadOnly, hasLeft, pendingSave, onRestore } = options;
  const address = useLocation({
    select: ({ pathname, search }) => `${pathname}?${openAs}=${(search as AddressQuery)[openAs] ?? ''}`,
  });
  const [key] = useState(() => (address.endsWith('=') ? undefined : draftKey(pagePerson(), address)));
  const [draft] = useState(() => (key !== undefined && !isReadOnly ? readDraft(key) : undefined));
  const [isDismissed, setDismissed] = useState(false);
  const { defaultValues } = form.formState;

  const restore = useEffectEvent(() => {
    if (key !== undefined) removeDraft(key);
    if (draft) onRestore(draft.edits);
  });
  const save = useEffectEvent(() => {
    if (key === undefined || isReadOnly || hasLeft.current) return;
    const edits = editsOf(defaultValues ?? {}, form.getValues());
    if (edits.length === 0) return;
    void Promise.resolve(pendingSave.current)
      .catch(() => false)
      .then((isSaved) => {
        if (!isSaved) saveDraft(key, { edits, at: Date.now() });
      });
  });

  useEffect(() => {
    restore();
    return () => save();
  }, []);

  return { isRestored: draft !== undefined && !isDismissed, dismiss: () => setDismissed(true) };
};
