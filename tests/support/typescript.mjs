/**
 * Generates TypeScript types from the contract and compiles clients against them.
 */
import openapiTS, { astToString } from 'openapi-typescript';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { bundle } from '../../web/docs/bundle.mjs';

const tests = fileURLToPath(new URL('..', import.meta.url));

/** Writes reversid-api.d.ts into a folder. */
export async function generateTypes(folder) {
  mkdirSync(folder, { recursive: true });
  const tree = await openapiTS(bundle());
  writeFileSync(join(folder, 'reversid-api.d.ts'), astToString(tree));
}

/**
 * Compiles TypeScript files in strict mode, with `reversid-api` from `folder`; the JavaScript goes to `folder` as well.
 *
 * @param files  absolute paths, with different names
 * @return       for each file what the compiler says, in one string; empty: it compiled
 */
export function compile(files, folder) {
  const options = {
    strict: true,
    noUnusedLocals: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    outDir: folder,
    rootDirs: files.map((file) => dirname(file)),
    paths: {
      'reversid-api': [join(folder, 'reversid-api.d.ts')],
      'openapi-fetch': [join(tests, 'node_modules/openapi-fetch')],
    },
    skipDefaultLibCheck: true,
  };
  const program = ts.createProgram(files, options);
  return files.map((file) => {
    const source = program.getSourceFile(file);
    program.emit(source, (path, text) => writeFileSync(join(folder, basename(path)), text));
    return ts
      .getPreEmitDiagnostics(program, source)
      .map((each) => ts.flattenDiagnosticMessageText(each.messageText, '\n'))
      .join('\n');
  });
}
