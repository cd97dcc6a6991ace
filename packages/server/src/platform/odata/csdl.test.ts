import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { areas } from '../../areas.ts';
import { csdlXml } from './csdl.ts';

const xml = csdlXml(areas.flatMap((area) => area.entities ?? []));
const schemas = join(import.meta.dirname, '../../testing/csdl-schemas');

/** Each element of a name, with its attributes and what stands inside. */
const elements = (
  name: string,
  within = xml,
): { readonly attributes: Record<string, string>; readonly inner: string }[] =>
  [...within.matchAll(new RegExp(`<${name}((?: \\w+="[^"]*")*)(?:/>|>(.*?)</${name}>)`, 'gs'))].map(
    ([, attributes = '', inner = '']) => ({
      attributes: Object.fromEntries(
        [...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
      ),
      inner,
    }),
  );
const namesOf = (name: string, within = xml): string[] =>
  elements(name, within).map(({ attributes }) => attributes['Name'] ?? '');

test("the model is valid by the standard's schema", async () => {
  const [edmx, edm] = await Promise.all(['edmx.xsd', 'edm.xsd'].map((file) => readFile(join(schemas, file), 'utf8')));
  const { valid, errors } = await validateXML({
    xml: [{ fileName: 'metadata.xml', contents: xml }],
    schema: [{ fileName: 'edmx.xsd', contents: edmx ?? '' }],
    preload: [{ fileName: 'edm.xsd', contents: edm ?? '' }],
  });
  expect(valid, JSON.stringify(errors)).toBe(true);
});

test('types and sets have names of their own', () => {
  const types = [...namesOf('EntityType'), ...namesOf('EnumType')];
  expect(types.filter((name, index) => types.indexOf(name) !== index)).toEqual([]);
  const sets = namesOf('EntitySet');
  expect(new Set(sets).size).toBe(sets.length);
});

test('every type, key, path and binding leads to something declared', () => {
  const known = new Set([...namesOf('EntityType'), ...namesOf('EnumType')].map((name) => `CFS.${name}`));
  const named = [...xml.matchAll(/ (?:Type|EntityType)="(?:Collection\()?(CFS\.\w+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !known.has(name))).toEqual([]);

  const membersByType = new Map(
    elements('EntityType').map(({ attributes, inner }) => {
      const [key] = elements('PropertyRef', inner);
      const property = elements('Property', inner).find((each) => each.attributes['Name'] === key?.attributes['Name']);
      expect(property?.attributes['Nullable'], attributes['Name']).toBe('false');
      return [attributes['Name'], new Set([...namesOf('Property', inner), ...namesOf('NavigationProperty', inner)])];
    }),
  );
  const sets = new Set(namesOf('EntitySet'));
  for (const { attributes, inner } of elements('EntitySet')) {
    const members = membersByType.get(attributes['EntityType']?.replace('CFS.', ''));
    const paths = [...inner.matchAll(/<PropertyPath>(\w+)</g)].map(([, path = '']) => path);
    expect(paths.filter((path) => members?.has(path) !== true)).toEqual([]);
    for (const binding of elements('NavigationPropertyBinding', inner)) {
      expect(members?.has(binding.attributes['Path'] ?? '')).toBe(true);
      expect(sets.has(binding.attributes['Target'] ?? '')).toBe(true);
    }
  }
});

test('every set says what may be asked of it', () => {
  for (const { attributes, inner } of elements('EntitySet')) {
    for (const term of ['FilterRestrictions', 'SortRestrictions', 'SearchRestrictions', 'TopSupported'])
      expect(inner, attributes['Name']).toContain(`Term="Capabilities.${term}"`);
  }
  for (const { attributes, inner } of elements('EntityType'))
    expect(inner, attributes['Name']).toContain('Term="Core.Description"');
});
