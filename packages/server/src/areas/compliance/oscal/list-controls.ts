import type { OscalCatalog, OscalControl, OscalGroup, OscalParameter } from './oscal-schema.ts';

/** A control of a catalogue in document order, with the control that it enhances. */
export interface ListedControl {
  readonly control: OscalControl;
  readonly parent: OscalControl | undefined;
}

/** All controls of a catalogue with their enhancements, in document order. */
export const listControls = (catalog: OscalCatalog): ListedControl[] => {
  const listed: ListedControl[] = [];
  const addControls = (controls: readonly OscalControl[] = [], parent?: OscalControl): void => {
    for (const control of controls) {
      listed.push({ control, parent });
      addControls(control.controls, control);
    }
  };
  const addGroup = (group: Pick<OscalGroup, 'controls' | 'groups'>): void => {
    addControls(group.controls);
    for (const inner of group.groups ?? []) addGroup(inner);
  };
  addGroup(catalog);
  return listed;
};

/** All parameters of a catalogue, including those of groups and controls, by id. */
export const listParameters = (catalog: OscalCatalog): Map<string, OscalParameter> => {
  const parameters = new Map<string, OscalParameter>();
  const add = (params: readonly OscalParameter[] = []): void => {
    for (const each of params) parameters.set(each.id, each);
  };
  const addGroups = (groups: readonly OscalGroup[] = []): void => {
    for (const each of groups) {
      add(each.params);
      addGroups(each.groups);
    }
  };
  add(catalog.params);
  addGroups(catalog.groups);
  for (const { control } of listControls(catalog)) add(control.params);
  return parameters;
};
