import { controlSetFileSchema, type ControlSetFile } from '@cfs/contracts/compliance';
import { isMisleading } from '@cfs/contracts/misleading-characters';
import { z } from 'zod';
import { badRequest, invalid, type FieldErrors } from '../../platform/problems.ts';
import { oscalCatalogSchema, oscalProfileSchema } from './oscal/oscal-schema.ts';
import { readOscal } from './oscal/read-oscal.ts';

/** An element, comment or declaration of HTML. */
const markup = /<[a-z!/?][^>]*>/i;

const placeOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (before, step) =>
      typeof step === 'number' ? `${before}[${step}]` : `${before}${before === '' ? '' : '.'}${String(step)}`,
    '',
  );

const parse = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (const { path, message } of parsed.error.issues) {
    const place = placeOf(path) || 'file';
    (errors[place] ??= []).push(place === 'file' ? message : `${place}: ${message}`);
  }
  throw invalid(errors);
};

const faultsOf = ({ name, description, controls }: ControlSetFile): FieldErrors => {
  const faults: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  const check = (place: string, about: string, text: string | null | undefined, isName: boolean): void => {
    if (text === null || text === undefined) return;
    if (markup.test(text)) (faults[place] ??= []).push(`${about} contains markup, which is not allowed.`);
    if (isName && isMisleading(text))
      (faults[place] ??= []).push(
        `${about} contains control characters or characters that change the direction of text.`,
      );
  };
  check('name', 'The name of the control set', name, true);
  check('description', 'The description of the control set', description, false);
  const names = new Set<string>();
  for (const [index, control] of controls.entries()) {
    const place = `controls[${index}]`;
    check(`${place}.name`, `The name of control ${index + 1}`, control.name, true);
    check(`${place}.title`, `The title of control ${index + 1}`, control.title, true);
    check(`${place}.description`, `The description of control ${index + 1}`, control.description, false);
    const folded = control.name.normalize('NFC').toLowerCase();
    if (names.has(folded)) (faults[`${place}.name`] ??= []).push(`The control "${control.name}" occurs twice.`);
    names.add(folded);
  }
  return faults;
};

const oscalFileSchema = z.object({ catalog: oscalCatalogSchema.optional(), profile: oscalProfileSchema.optional() });

const describe = (file: Readonly<Record<string, unknown>>): unknown => {
  if (!('catalog' in file || 'profile' in file)) return file;
  const { catalog, profile } = parse(oscalFileSchema, file);
  if (catalog === undefined)
    throw invalid({
      profile: [
        'The profile selects controls of a catalogue that is not in the file. Import the resolved profile, or profile and catalogue together.',
      ],
    });
  return readOscal(catalog, profile);
};

/**
 * Parses an imported control set: our simple format, an OSCAL catalogue, or an OSCAL catalogue with a profile
 * (docs/reference/compliance.md#import).
 *
 * @throws 400 with the reason for everything else.
 */
export const readControlSet = (file: unknown): ControlSetFile => {
  if (typeof file !== 'object' || file === null || Array.isArray(file))
    throw badRequest('The file is not a control set: a JSON object is expected.');
  const set = parse(controlSetFileSchema, describe(file as Readonly<Record<string, unknown>>));
  const faults = faultsOf(set);
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return set;
};
