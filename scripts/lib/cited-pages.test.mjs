import { expect, test } from 'vitest';
import { quoteFaults } from './cited-pages.mjs';

/** @type {(path: string, ...lines: string[]) => string} */
const quoting = (path, ...lines) => `# Page\n\n\`\`\`js ${path}\n${lines.join('\n')}\n\`\`\`\n`;

const own = 'scripts/lib/cited-pages.test.mjs';

test('a quote of lines in the order of their file is right, whatever their indentation', () => {
  const page = quoting(
    own,
    "  import { expect, test } from 'vitest';",
    "import { quoteFaults } from './cited-pages.mjs';",
  );
  expect(quoteFaults('page.md', page)).toEqual([]);
});

test('a quote of a line that is not in the file, or not after the one before, is a fault', () => {
  const page = quoting(
    own,
    "import { quoteFaults } from './cited-pages.mjs';",
    "import { expect, test } from 'vitest';",
  );
  expect(quoteFaults('page.md', page)).toEqual([
    `page.md:3: ${own} does not contain, here: import { expect, test } from 'vitest';`,
  ]);
});

test('a quote of a file that is gone is a fault', () => {
  expect(quoteFaults('page.md', quoting('scripts/gone.mjs', 'x'))).toEqual([
    'page.md:3: there is no file scripts/gone.mjs',
  ]);
});
