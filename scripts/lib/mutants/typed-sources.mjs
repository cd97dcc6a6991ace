import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../project.mjs';

/**
 * The sources and their types, loaded once for all mutants.
 * @param {readonly string[]} rooms those whose sources are checked together; the one that imports the others comes last
 */
export function typedSources(rooms) {
  const parsed = rooms.map((room) => {
    const { config } = ts.readConfigFile(join(root, room, 'tsconfig.json'), (path) => ts.sys.readFile(path));
    return ts.parseJsonConfigFileContent(config, ts.sys, join(root, room));
  });
  const names = [...new Set(parsed.flatMap(({ fileNames }) => fileNames))];
  // A mutant may leave declarations unused.
  const options = { ...parsed.at(-1)?.options, noUnusedLocals: false, noUnusedParameters: false };

  /** @type {Map<string, { text: string, version: number }>} */
  const changed = new Map();
  const service = ts.createLanguageService(
    {
      getCompilationSettings: () => options,
      getScriptFileNames: () => names,
      getScriptVersion: (file) => String(changed.get(file)?.version ?? 0),
      getScriptSnapshot(file) {
        const text = changed.get(file)?.text ?? ts.sys.readFile(file);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => root,
      getDefaultLibFileName: (used) => ts.getDefaultLibFilePath(used),
      fileExists: (file) => ts.sys.fileExists(file),
      readFile: (file) => ts.sys.readFile(file),
      readDirectory: (...parameters) => ts.sys.readDirectory(...parameters),
      directoryExists: (directory) => ts.sys.directoryExists(directory),
      getDirectories: (directory) => ts.sys.getDirectories(directory),
      realpath: (path) => ts.sys.realpath?.(path) ?? path,
    },
    ts.createDocumentRegistry(),
  );
  const program = () => {
    const made = service.getProgram();
    if (!made) throw new Error('The compiler created no program.');
    return made;
  };

  return {
    /** @param {string} file */
    sourceOf(file) {
      const source = program().getSourceFile(join(root, file));
      if (!source) throw new Error(`${file} belongs to no package.`);
      return source;
    },
    checker: () => program().getTypeChecker(),
    /**
     * Whether the file compiles with another text; errors that this causes in other files do not count.
     * @param {string} file
     * @param {string} text
     */
    compiles(file, text) {
      const path = join(root, file);
      const version = (changed.get(path)?.version ?? 0) + 1;
      changed.set(path, { text, version });
      const faults = service.getSyntacticDiagnostics(path).length || service.getSemanticDiagnostics(path).length;
      changed.set(path, { text: readFileSync(path, 'utf8'), version: version + 1 });
      return faults === 0;
    },
  };
}
