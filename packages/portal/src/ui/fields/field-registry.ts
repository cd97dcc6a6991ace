import { createContext, useContext, useEffect, useState } from 'react';

/** How a form speaks of one of its fields. */
export interface FieldDescription {
  readonly label: string;
  /** A value of the field as people read it. */
  readonly show: (value: unknown) => string;
}

/** The fields that stand on the screen, by name, in the order in which they appeared. */
export type FieldRegistry = Map<string, FieldDescription>;

const FieldRegistryContext = createContext<FieldRegistry | undefined>(undefined);

export const FieldRegistryProvider = FieldRegistryContext.Provider;

export const useNewFieldRegistry = (): FieldRegistry => useState<FieldRegistry>(() => new Map())[0];

/** Makes a field known to the form around it for as long as the field is on the screen. */
export const useFieldDescription = (name: string, { label, show }: FieldDescription): void => {
  const registry = useContext(FieldRegistryContext);
  useEffect(() => {
    registry?.set(name, { label, show });
  }, [registry, name, label, show]);
  useEffect(() => () => void registry?.delete(name), [registry, name]);
};
