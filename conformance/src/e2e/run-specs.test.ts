import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runSpecs } from './run-specs.ts';

/** Stands in for e2e.test: runs the specs of its focus in alphabetical order; `hang` never ends by itself. */
const FAKE = `#!${process.execPath}
const { writeFileSync } = require('node:fs');
const given = (name) => process.argv.filter((arg) => arg.startsWith(name + '=')).map((arg) => arg.slice(name.length + 1));
const names = given('--ginkgo.focus').map((text) => /^\\^Kubernetes e2e suite (.*)\\$$/.exec(text)[1].replaceAll('\\\\', '')).sort();
const left = new Map(names.map((name) => [name, 'skipped']));
const end = () => {
  const specs = [...left].map(([name, state]) => ({ ContainerHierarchyTexts: null, LeafNodeType: 'It', LeafNodeText: name, State: state, RunTime: 0 }));
  writeFileSync(given('--ginkgo.json-report')[0], JSON.stringify([{ SpecReports: specs }]));
  process.exit(1);
};
console.log('Will run ' + names.length);
for (const name of names) {
  if (name === 'absent') left.delete(name);
  else if (name.endsWith('hang')) {
    process.on('SIGINT', () => { left.set(name, 'interrupted'); end(); });
    setInterval(() => undefined, 1000);
    return;
  } else {
    left.set(name, 'passed');
    console.log('• [0.1 seconds]');
  }
}
end();
`;

let folder: string;
let program: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-specs-'));
  program = join(folder, 'e2e.test');
  await writeFile(program, FAKE);
  await chmod(program, 0o755);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('every spec is told in the order asked for; one that hangs is interrupted, and the rest goes on', async () => {
  const names = ['z (last) [x]', 'b hang', 'a'];
  const outcomes = await runSpecs(names, { program, kubectl: 'kubectl', kubeconfig: 'k', folder: join(folder, 'run'), limitMs: 2000 });
  expect(outcomes.map(({ name, state, reason }) => [name, state, reason])).toEqual([
    ['z (last) [x]', 'passed', ''],
    ['b hang', 'interrupted', 'took longer than 2 s'],
    ['a', 'passed', ''],
  ]);
  expect(await readFile(join(folder, 'run', '1', 'output.log'), 'utf8')).toContain('Will run 3');
});

test('a spec that is not there is missing, and is asked for twice at most', async () => {
  const outcomes = await runSpecs(['absent', 'a'], {
    program,
    kubectl: 'kubectl',
    kubeconfig: 'k',
    folder: join(folder, 'run'),
    limitMs: 60_000,
  });
  expect(outcomes.map(({ state }) => state)).toEqual(['missing', 'passed']);
});
