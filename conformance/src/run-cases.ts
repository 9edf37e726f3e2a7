// Runs every case three ways and prints a line each: `ID pass|fail base=… doubled=… shuffled=…`. `npm run cases -- ID…` runs only those.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtinRules, mergeRules, parseRules } from '@rectrace/trace';
import { checkCase } from './check-case.ts';
import { doubled, shuffled } from './orders.ts';
import { runCase } from './outcome.ts';
import { parseRootName } from './root-name.ts';
import { parseScenario, type Scenario } from './scenario.ts';

const SHUFFLES = 25;
const folder = join(import.meta.dirname, '..', 'cases');
const wanted = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .sort();
let failed = 0;
let ran = 0;

for (const file of files) {
  const scenario = parseScenario(readFileSync(join(folder, file), 'utf8'), file);
  if (wanted.length > 0 && !wanted.includes(scenario.id)) continue;
  ran += 1;
  const ways = { base: waysFail(scenario, 'base'), doubled: waysFail(scenario, 'doubled'), shuffled: waysFail(scenario, 'shuffled') };
  const passes = Object.values(ways).every((differences) => differences.length === 0);
  const marks = Object.entries(ways).map(([name, differences]) => `${name}=${differences.length === 0 ? 'ok' : 'FAIL'}`);
  process.stdout.write(`${scenario.id.padEnd(12)} ${passes ? 'pass' : 'fail'} ${marks.join(' ')}  ${scenario.title}\n`);
  for (const [name, differences] of Object.entries(ways))
    for (const line of differences.slice(0, 12)) process.stdout.write(`    ${name}: ${line}\n`);
  if (!passes) failed += 1;
}
process.stdout.write(`cases: ${ran - failed} passed, ${failed} failed\n`);
if (failed > 0 || ran === 0) process.exitCode = 1;

function waysFail(scenario: Scenario, way: 'base' | 'doubled' | 'shuffled'): readonly string[] {
  const { messages, expect } = scenario;
  const context = { rules: rulesOf(scenario), target: parseRootName(scenario.root) };
  if (way === 'base') return checkCase(runCase(messages, context), { expect, exact: true });
  if (way === 'doubled') return checkCase(runCase(doubled(messages), context), { expect, exact: false });
  const seeds = Array.from({ length: SHUFFLES }, (_, index) => index + 1);
  return seeds.flatMap((seed) =>
    checkCase(runCase(shuffled(messages, seed), context), { expect, exact: false }).map((line) => `seed ${seed}: ${line}`),
  );
}

function rulesOf({ rules, id }: Scenario): ReturnType<typeof builtinRules> {
  return rules === undefined ? builtinRules() : mergeRules([builtinRules(), parseRules(rules, { file: `${id} rules` })]);
}
