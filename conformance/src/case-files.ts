// The cases in cases/, in the order of their files.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenario } from './scenario.ts';
import { parseScenarios } from './scenario.ts';
import { readStock } from './stock.ts';

const FOLDER = join(import.meta.dirname, '..', 'cases');

/** @throws Error where a file cannot be read as cases, or an id is given twice */
export function readCases(): readonly Scenario[] {
  const stock = readStock();
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));
  const cases = files
    .sort(new Intl.Collator('en', { numeric: true }).compare)
    .flatMap((file) => parseScenarios(readFileSync(join(FOLDER, file), 'utf8'), { file, folder: FOLDER, stock }));
  const twice = cases.find(({ id }, index) => cases.findIndex((other) => other.id === id) !== index);
  if (twice !== undefined) throw new Error(`there are two cases called ${twice.id}`);
  return cases;
}
