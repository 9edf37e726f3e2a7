// The flags of Node under which the controller runs: its heap stays near what is alive.
import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../../../package.json', import.meta.url);

/** What stands between `node` and the program in the script `controller`. */
export function controllerFlags(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { readonly scripts: { readonly controller: string } };
  return scripts.controller.split(' ').filter((word) => word.startsWith('--'));
}
