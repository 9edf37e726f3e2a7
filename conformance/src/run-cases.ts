// Runs every case three ways and prints a line each: `ID pass|fail base=… doubled=… shuffled=…`. `npm run cases -- ID…` runs only those
// whose ids are or begin with one of these.

import { readCases } from './case-files.ts';
import { telling } from './case-target.ts';
import { checkCase } from './check-case.ts';
import { doubled, shuffled } from './orders.ts';
import { runCase } from './outcome.ts';
import type { Scenario } from './scenario.ts';

const LINES_SHOWN = 12;
const wanted = process.argv.slice(2);
const chosen = readCases().filter(({ id }) => wanted.length === 0 || wanted.some((name) => id === name || id.startsWith(`${name}-`)));
const width = Math.max(...chosen.map(({ id }) => id.length));
const passed = chosen.filter(runThreeWays).length;
process.stdout.write(`cases: ${passed} passed, ${chosen.length - passed} failed\n`);
if (passed < chosen.length || chosen.length === 0) process.exitCode = 1;

function runThreeWays(scenario: Scenario): boolean {
  const ways = { base: base(scenario), doubled: twice(scenario), shuffled: inOtherOrders(scenario) };
  const passes = Object.values(ways).every((differences) => differences.length === 0);
  const marks = Object.entries(ways).map(([name, differences]) => `${name}=${differences.length === 0 ? 'ok' : 'FAIL'}`);
  process.stdout.write(`${scenario.id.padEnd(width)} ${passes ? 'pass' : 'fail'} ${marks.join(' ')}  ${scenario.title}\n`);
  for (const [name, differences] of Object.entries(ways))
    for (const line of differences.slice(0, LINES_SHOWN)) process.stdout.write(`    ${name}: ${line}\n`);
  return passes;
}

function base(scenario: Scenario): readonly string[] {
  return checkCase(runCase(scenario.messages, telling(scenario)), { expect: scenario.expect, exact: true });
}

function twice(scenario: Scenario): readonly string[] {
  return checkCase(runCase(doubled(scenario.messages), telling(scenario)), { expect: scenario.expect, exact: false });
}

function inOtherOrders(scenario: Scenario): readonly string[] {
  const { messages, expect, shuffles } = scenario;
  const seeds = Array.from({ length: shuffles }, (_, index) => index + 1);
  return seeds.flatMap((seed) =>
    checkCase(runCase(shuffled(messages, seed), telling(scenario)), { expect, exact: false }).map((line) => `seed ${seed}: ${line}`),
  );
}
