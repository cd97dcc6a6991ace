import { expect, test } from 'vitest';
import { guideFaults, menuFaults, pictureFaults, takenFaults } from './guide-pages.mjs';

const page = { file: 'a.md', text: '![A list](pictures/list.png)\n' };

test('a picture that one page shows is right', () => {
  expect(pictureFaults([page], ['list.png'])).toEqual([]);
});

test('a picture that no page or several pages show, and one that is missing, are faults', () => {
  expect(pictureFaults([], ['list.png'])).toEqual([
    'docs/guide/pictures/list.png: 0 places of the guide show it; one should',
  ]);
  expect(pictureFaults([page, page], ['list.png'])).toHaveLength(1);
  expect(pictureFaults([page], [])).toEqual(['a.md: there is no picture list.png; npm run -s pictures takes them']);
});

test('a picture that the script does not take, and one that it has not taken, are faults', () => {
  expect(takenFaults(['list'], ['list.png'])).toEqual([]);
  expect(takenFaults(['list'], ['old.png'])).toHaveLength(2);
});

test('an entry of the menu without a page, and a page of no entry, are faults', () => {
  const index = '| Blocks | [Blocks](blocks.md) | watch |\n| Gone | [Gone](blocks.md#gone) | x |\n';
  expect(menuFaults(index, ['Blocks'])).toEqual(["docs/guide/README.md: Gone is no entry of the portal's menu"]);
  expect(menuFaults(index, ['Blocks', 'Gone', 'Rules'])).toEqual(['docs/guide/README.md: no page for Rules']);
});

test('the guide has a page for every entry of the menu, and its pictures', () => {
  expect(guideFaults()).toEqual([]);
});
