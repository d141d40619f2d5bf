// Compiles programs that no disk has.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the compiler options of this repository. */
export function ownOptions(): ts.CompilerOptions {
  const settings = ts.readConfigFile(path.join(root, 'tsconfig.json'), name => ts.sys.readFile(name)).config as object;
  return ts.parseJsonConfigFileContent({ ...settings, include: [] }, ts.sys, root).options;
}

/**
 * Compiles programs together.
 * @param code by the absolute path at which a program would be
 * @param roots the programs whose errors are returned. The compiler reads the others if a program imports them
 * @returns the path and the text of each error
 */
export function typeErrorsOf(
  code: ReadonlyMap<string, string>,
  options: ts.CompilerOptions,
  roots: readonly string[] = [...code.keys()],
): (readonly [file: string, text: string])[] {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = name => code.has(name) || fileExists(name);
  host.getSourceFile = (name, target, ...rest) => {
    const text = code.get(name);
    return text === undefined ? getSourceFile(name, target, ...rest) : ts.createSourceFile(name, text, target);
  };
  const program = ts.createProgram(roots, options, host);
  return roots
    .map(name => program.getSourceFile(name)!)
    .flatMap(file => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .map(({ file, messageText }) => [file!.fileName, ts.flattenDiagnosticMessageText(messageText, ' ')]);
}
