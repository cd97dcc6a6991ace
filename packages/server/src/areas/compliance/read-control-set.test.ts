import { describe, expect, it } from 'vitest';
import { Problem } from '../../platform/problems.ts';
import { readControlSet } from './read-control-set.ts';
import { smallCatalog, smallProfile } from './testing/small-catalog.ts';

const refusal = (file: unknown): string => {
  try {
    readControlSet(file);
  } catch (error) {
    if (error instanceof Problem && error.status === 400) return error.detail;
    throw error;
  }
  return 'taken';
};

const simple = (...controls: object[]) => ({ name: 'Simple', controls });
const control = { name: 'S-1', title: 'One' };
const namesOf = (file: unknown): string[] => readControlSet(file).controls.map(({ name }) => name);

describe('an OSCAL catalogue', () => {
  it('becomes a control set with every enhancement in document order', () => {
    const { name, description, controls } = readControlSet(smallCatalog());
    expect({ name, description }).toEqual({ name: 'Small catalogue', description: 'Version 1.2' });
    expect(controls.map((each) => [each.name, each.title])).toEqual([
      ['DR-1', 'Locked Doors'],
      ['DR-1(1)', 'Locked Doors | Alarm'],
      ['DR-1(2)', 'Locked Doors | Guards (withdrawn)'],
      ['WN-1', 'Windows'],
    ]);
  });

  it('describes a control by its statement with parameters inserted', () => {
    const [first, , withdrawn] = readControlSet(smallCatalog()).controls;
    expect(first?.description?.split('\n')).toEqual([
      'The organisation:',
      'a. names [Assignment: who keeps the keys];',
      '  1. in writing;',
      'b. checks [Selection (one or more): daily; after [Assignment: who keeps the keys]].',
    ]);
    expect(withdrawn?.description).toBe('Withdrawn: incorporated into DR-1.');
  });

  it('limits the text of parameters that insert each other', () => {
    const file = smallCatalog();
    const [first] = file.catalog.groups[0]?.controls ?? [];
    Object.assign(first?.params?.[0] ?? {}, { values: ['{{ dr-1_prm_2 }} {{ dr-1_prm_2 }}'] });
    const [read] = readControlSet(file).controls;
    expect(read?.description?.length).toBeLessThan(4_000);
  });
});

describe('an OSCAL profile with its catalogue', () => {
  const withProfile = (...imports: object[]) => ({ ...smallCatalog(), ...smallProfile(imports) });

  it('selects by id, pattern and enhancement, in the order of the catalogue', () => {
    expect(namesOf(withProfile({ 'include-all': {} }))).toHaveLength(4);
    expect(namesOf(withProfile({ 'include-controls': [{ 'with-ids': ['wn-1', 'dr-1'] }] }))).toEqual(['DR-1', 'WN-1']);
    expect(
      namesOf(
        withProfile({
          'include-controls': [{ 'with-ids': ['dr-1'], 'with-child-controls': 'yes' }],
          'exclude-controls': [{ matching: [{ pattern: '*.2' }] }],
        }),
      ),
    ).toEqual(['DR-1', 'DR-1(1)']);
    expect(namesOf(withProfile({ 'include-controls': [{ matching: [{ pattern: 'd?-*' }] }] }))).toHaveLength(3);
  });

  it('sets parameters and names the set', () => {
    const { name, controls } = readControlSet(withProfile({}));
    expect(name).toBe('Small baseline');
    expect(controls[0]?.description).toContain('a. names the caretaker;');
  });

  it.each([
    ['without the catalogue', smallProfile([{}]), /Import the resolved profile, or profile and catalogue together/],
    [
      'with an unknown id',
      withProfile({ 'include-controls': [{ 'with-ids': ['xx-9'] }] }),
      /names the control "xx-9", which the catalogue does not have/,
    ],
  ])('is refused %s', (_case, file, reason) => {
    expect(refusal(file)).toMatch(reason);
  });
});

describe('a file', () => {
  it('is accepted in our simple format', () => {
    const file = {
      ...simple(control, { name: 'S-2', title: 'Two', description: 'Text\nof two lines' }),
      description: 'A < b',
    };
    expect(readControlSet(file)).toMatchObject({
      name: 'Simple',
      controls: [control, { description: 'Text\nof two lines' }],
    });
  });

  const twice = smallCatalog();
  twice.catalog.groups.push(...smallCatalog().catalog.groups);

  it.each([
    ['a JSON array', [], /a JSON object is expected/],
    ['a JSON string', 'catalog', /a JSON object is expected/],
    ['only unknown members', { hello: 1 }, /Please enter the name of the control set/],
    ['a set without controls', simple(), /at least one control/],
    ['a control without a title', simple({ name: 'S-1' }), /controls\[0\]\.title: Every control needs a title/],
    ['an unknown member', simple({ ...control, status: 1 }), /controls\[0\]: Unrecognized key/],
    ['a duplicate name', simple(control, { ...control, name: 's-1 ' }), /The control "s-1" occurs twice/],
    ['duplicate ids', twice, /The control "dr-1" occurs twice in the catalogue/],
    [
      'markup in a title',
      simple({ ...control, title: 'One <img src=x onerror=alert(1)>' }),
      /title of control 1 contains markup/,
    ],
    ['markup in a description', simple({ ...control, description: '<!-- hidden -->' }), /contains markup/],
    ['a name with a bidirectional override', simple({ ...control, name: 'S\u202e1' }), /change the direction of text/],
    ['a NUL character', simple({ ...control, title: 'a\0b' }), /NUL/],
    ['a title that is too long', simple({ ...control, title: 'x'.repeat(501) }), /at most 500 characters/],
    [
      'too many controls',
      simple(...Array.from({ length: 5_001 }, (_, n) => ({ name: `S-${n}`, title: 'x' }))),
      /at most 5000 controls/,
    ],
    ['a catalogue that is a number', { catalog: 7 }, /catalog: /],
    [
      'a statement that is too long',
      {
        catalog: {
          metadata: { title: 'L' },
          controls: [{ id: 'l-1', title: 'L', parts: [{ name: 'statement', prose: 'x'.repeat(20_001) }] }],
        },
      },
      /statement of the control "l-1" is too long/,
    ],
  ])('is refused for %s', (_case, file, reason) => {
    expect(refusal(file)).toMatch(reason);
  });
});
