import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** One wall: files that match may not import what the patterns name; the message says which way to go instead. */
const wall = (files, ...patterns) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [...onePg(files), ...patterns] }] },
});

/** The modules that import the driver. */
const pgModules = ['pooled-connection', 'database-errors', 'text-query'].map(
  (name) => `packages/server/src/platform/database/${name}.ts`,
);
const pgMessage =
  'The connections of platform/database alone use the driver. Use gate.read, gate.write or gate.readText.';
const onePg = (files) => (files === pgModules ? [] : [{ regex: '^pg(/|$)', message: pgMessage }]);

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', 'data/**', '.cache/**', '*.config.js'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['vitest.config.ts'] } } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-redundant-type-constituents': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name, so that a name is the same everywhere.' },
        { selector: 'ExportAllDeclaration', message: 'Export each name; a barrel hides where things are.' },
      ],
    },
  },
  { files: ['**/*.config.ts', '**/*.config.js'], rules: { 'no-restricted-syntax': 'off' } },
  wall(['packages/contracts/src/**'], {
    regex: '^@cfs/',
    message: 'contracts imports nothing of ours: move what both need into contracts.',
  }),
  wall(['packages/odata/src/**'], {
    regex: '^@cfs/(?!contracts/)',
    message: 'odata knows no database and no area: hand it what it needs as an argument.',
  }),
  wall(['packages/agent/src/**'], {
    regex: '^@cfs/(?!contracts/)',
    message: 'The agent sees contracts alone: put what it shares with the server into contracts/agents.',
  }),
  wall(['packages/server/src/platform/**'], {
    regex: String.raw`(^|/)(areas|first-run)/`,
    message: 'The platform knows no area: let the area hand itself over through Services or Area.',
  }),
  wall(pgModules, {
    regex: String.raw`(^|/)(areas|first-run)/`,
    message: 'The platform knows no area.',
  }),
  // What areas may import is checked by scripts/check-areas.mjs.
  wall(['packages/server/src/areas/**']),
  wall(['packages/portal/src/lib/**'], {
    regex: String.raw`(^|/)(ui|areas|app)/`,
    message: 'lib stands below ui, areas and app: pass it in.',
  }),
  wall(['packages/portal/src/ui/**'], {
    regex: String.raw`(^|/)(areas|app)/`,
    message: 'ui knows no area: compose it in the area and pass it in.',
  }),
  { files: ['packages/portal/src/**/*.{ts,tsx}'], ...reactHooks.configs.flat['recommended-latest'] },
  {
    files: ['packages/agent/src/main.ts', 'bench/src/**', 'packages/server/src/main.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    // The compiler honours a cast in a comment, these rules see through it to the `any` of JSON.parse.
    files: ['scripts/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      'no-console': 'off',
    },
  },
  {
    files: ['**/*.test.ts', '**/testing/**', 'e2e/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      'no-console': 'off',
    },
  },
);
