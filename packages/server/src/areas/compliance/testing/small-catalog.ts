/** A small OSCAL catalogue in our own words, with the features of real ones: enhancements, parameters, withdrawals. */
export const smallCatalog = () => ({
  catalog: {
    uuid: '7f0c5a52-9c1a-4a1c-8a55-0d3f1c9a2b10',
    metadata: { title: 'Small catalogue', version: '1.2', 'oscal-version': '1.1.2' },
    groups: [
      {
        id: 'dr',
        title: 'Doors',
        controls: [
          {
            id: 'dr-1',
            title: 'Locked Doors',
            params: [
              { id: 'dr-1_prm_1', label: 'who keeps the keys' },
              {
                id: 'dr-1_prm_2',
                select: { 'how-many': 'one-or-more', choice: ['daily', 'after {{ insert: param, dr-1_prm_1 }}'] },
              },
            ],
            props: [
              { name: 'label', class: 'zero-padded', value: 'DR-01' },
              { name: 'label', value: 'DR-1' },
            ],
            parts: [
              {
                id: 'dr-1_smt',
                name: 'statement',
                prose: 'The organisation:',
                parts: [
                  {
                    name: 'item',
                    props: [{ name: 'label', value: 'a.' }],
                    prose: 'names {{ insert: param, dr-1_prm_1 }};',
                    parts: [{ name: 'item', props: [{ name: 'label', value: '1.' }], prose: 'in writing;' }],
                  },
                  {
                    name: 'item',
                    props: [{ name: 'label', value: 'b.' }],
                    prose: 'checks {{ insert: param, dr-1_prm_2 }}.',
                  },
                ],
              },
              { name: 'guidance', prose: 'Guidance is left out.' },
            ],
            controls: [
              { id: 'dr-1.1', title: 'Alarm', props: [{ name: 'label', value: 'DR-1(1)' }], parts: [] },
              {
                id: 'dr-1.2',
                title: 'Guards',
                props: [
                  { name: 'label', value: 'DR-1(2)' },
                  { name: 'status', value: 'withdrawn' },
                ],
                links: [{ href: '#dr-1', rel: 'incorporated-into' }],
              },
            ],
          },
        ],
        groups: [{ controls: [{ id: 'wn-1', title: 'Windows' }] }],
      },
    ],
  },
});

/** A profile of the small catalogue. */
export const smallProfile = (imports: readonly object[]) => ({
  profile: {
    uuid: '0e9a3c11-30b1-4a0c-9a8e-5f0b8a9c1d22',
    metadata: { title: 'Small baseline' },
    imports: imports.map((each) => ({ href: '#catalog', ...each })),
    modify: { 'set-parameters': [{ 'param-id': 'dr-1_prm_1', values: ['the caretaker'] }] },
  },
});
