import { controlSetLimits } from '@cfs/contracts/compliance';
import { invalid } from '../../../platform/problems.ts';
import { controlLabel, isWithdrawn } from './control-label.ts';
import { createProseWriter, statementLines } from './control-text.ts';
import { listControls, listParameters } from './list-controls.ts';
import type { OscalCatalog, OscalControl, OscalProfile } from './oscal-schema.ts';
import { selectControls } from './select-controls.ts';

/** A control set as a document describes it, not yet checked against the limits. */
export interface DescribedControlSet {
  readonly name: string;
  readonly description: string | null;
  readonly controls: readonly { readonly name: string; readonly title: string; readonly description: string | null }[];
}

const expectUniqueIds = (controls: readonly OscalControl[]): void => {
  const ids = new Set<string>();
  for (const { id } of controls) {
    if (ids.has(id)) throw invalid({ catalog: [`The control "${id}" occurs twice in the catalogue.`] });
    ids.add(id);
  }
};

/**
 * Returns the control set of an OSCAL catalogue, or of the part of it that a profile selects: every control and
 * enhancement in document order, with its statement as the description. Withdrawn controls are kept and marked.
 *
 * @throws 400 for duplicate ids, for ids that the catalogue does not have, and for texts beyond the limits.
 */
export const readOscal = (catalog: OscalCatalog, profile?: OscalProfile): DescribedControlSet => {
  const listed = listControls(catalog);
  expectUniqueIds(listed.map(({ control }) => control));
  const labels = new Map(listed.map(({ control }) => [control.id, controlLabel(control)]));
  const parameters = listParameters(catalog);
  for (const { 'param-id': id, ...set } of profile?.modify?.['set-parameters'] ?? [])
    parameters.set(id, { ...parameters.get(id), ...set, id });
  const write = createProseWriter(parameters);

  const withdrawal = ({ links = [] }: OscalControl): string => {
    const targets = links.flatMap(({ href, rel }) =>
      rel === 'incorporated-into' || rel === 'moved-to' ? [labels.get(href.slice(1)) ?? href.slice(1)] : [],
    );
    return targets.length === 0 ? 'Withdrawn.' : `Withdrawn: incorporated into ${targets.join(', ')}.`;
  };

  const describe = (control: OscalControl): string | null => {
    if (isWithdrawn(control)) return withdrawal(control);
    const statements = (control.parts ?? []).filter(({ name }) => name === 'statement');
    let room: number = controlSetLimits.descriptionLength;
    const expectRoom = (text: string): string => {
      room -= text.length;
      if (room < 0) throw invalid({ catalog: [`The statement of the control "${control.id}" is too long.`] });
      return text;
    };
    // Parameters may expand the text to a hundred times the size of the file: stops at the first part that is too long.
    const lines = statements.flatMap((part) => statementLines(part, (prose) => expectRoom(write(prose))));
    room = controlSetLimits.descriptionLength;
    const text = expectRoom(lines.join('\n'));
    return text === '' ? null : text;
  };

  const { title, version } = (profile ?? catalog).metadata;
  const chosen = profile === undefined ? listed : selectControls(profile, listed);
  return {
    name: title,
    description: version === undefined ? null : `Version ${version}`,
    controls: chosen.map(({ control, parent }) => ({
      name: controlLabel(control),
      title: [
        ...(parent === undefined ? [] : [parent.title]),
        `${control.title}${isWithdrawn(control) ? ' (withdrawn)' : ''}`,
      ].join(' | '),
      description: describe(control),
    })),
  };
};
