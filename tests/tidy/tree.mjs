/** What the tidy tests look at: the files that belong to the project, and their includes. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Tracked files and new ones that git does not ignore, as paths from the root; those that `pattern` matches. */
export function files(pattern = /./) {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  return list
    .toString()
    .split('\0')
    .filter((file) => file && pattern.test(file) && existsSync(join(root, file)));
}

export function read(file) {
  return readFileSync(join(root, file), 'utf8');
}

/** The includes of a C file: { line, system, name }. */
export function includesOf(file) {
  return read(file)
    .split('\n')
    .flatMap((text, index) => {
      const [, open, name] = /^\s*#\s*include\s*([<"])([^>"]+)/.exec(text) ?? [];
      return name ? [{ line: index + 1, system: open === '<', name }] : [];
    });
}

/** What the build of the preset under test compiles, and how: CMake's compile_commands.json. */
export function compileCommands() {
  const preset = process.env.REVERSID_TEST_PRESET ?? 'default';
  return JSON.parse(readFileSync(join(root, 'build', preset, 'compile_commands.json'), 'utf8'));
}
