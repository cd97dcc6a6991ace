import { createContext, useContext, useEffect, useState } from 'react';

/** How messages about a form present one of its fields. */
export interface FieldDescription {
  readonly label: string;
  /** Formats a value of the field. */
  readonly show: (value: unknown) => string;
}

/** The mounted fields by name, in mount order. */
export type FieldRegistry = Map<string, FieldDescription>;

const FieldRegistryContext = createContext<FieldRegistry | undefined>(undefined);

export const FieldRegistryProvider = FieldRegistryContext.Provider;

export const useNewFieldRegistry = (): FieldRegistry => useState<FieldRegistry>(() => new Map())[0];

/** Registers a field with the enclosing form while it is mounted. */
export const useFieldDescription = (name: string, { label, show }: FieldDescription): void => {
  const registry = useContext(FieldRegistryContext);
  useEffect(() => {
    registry?.set(name, { label, show });
  }, [registry, name, label, show]);
  useEffect(() => () => void registry?.delete(name), [registry, name]);
};
