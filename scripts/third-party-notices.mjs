// The licence texts of everything that a bundle contains, as MIT, BSD and Apache licences ask of whoever passes the code on.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** modules: paths of all modules of a bundle. @returns one section per bundled package, sorted by name. @throws when a package comes without a licence. */
export function thirdPartyNotices(modules) {
  const folders = new Set(modules.map(packageFolder).filter(Boolean));
  const sections = [...folders].sort().map(section);
  return `This program contains the following packages.\n\n${sections.join('\n')}`;
}

function packageFolder(module) {
  const found = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module);
  return found?.[0];
}

function section(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  if (file === undefined && license === undefined) throw new Error(`${name} names no licence`);
  const text = file === undefined ? `Licence: ${license}` : readFileSync(join(folder, file), 'utf8').trim();
  return `${'-'.repeat(80)}\n${name} ${version}\n\n${text}\n`;
}
