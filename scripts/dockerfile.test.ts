// The image cannot be built where the tests run, so the Dockerfile is read: what it copies exists, what it names is pinned, who runs is not root.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

interface Instruction {
  readonly name: string;
  readonly words: readonly string[];
}

interface Stage {
  readonly image: string;
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

const stages = stagesOf(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
const last = stages.at(-1)!;

function stagesOf(text: string): readonly Stage[] {
  const instructions = text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.trim().split(/\s+/))
    .map(([name = '', ...words]) => ({ name, words }));
  const starts = instructions.flatMap(({ name }, index) => (name === 'FROM' ? [index] : []));
  return starts.map((start, index) => {
    const [image = '', , name] = instructions[start]!.words;
    return { image, name, instructions: instructions.slice(start + 1, starts[index + 1]) };
  });
}

function copies(stage: Stage): readonly { readonly from: string | undefined; readonly sources: readonly string[] }[] {
  return stage.instructions
    .filter(({ name }) => name === 'COPY')
    .map(({ words }) => ({
      from: words.find((word) => word.startsWith('--from='))?.slice('--from='.length),
      sources: words.filter((word) => !word.startsWith('--')).slice(0, -1),
    }));
}

function run(stage: Stage): string {
  return stage.instructions
    .filter(({ name }) => name === 'RUN')
    .map(({ words }) => words.join(' '))
    .join('\n');
}

describe('Dockerfile', () => {
  test('has a build stage, a dependency stage and a last stage without a build', () => {
    expect(stages.map(({ name }) => name)).toEqual(['build', 'dependencies', undefined]);
    expect(run(last)).toBe('');
  });

  test('starts every stage from the Node that the repository is pinned to', () => {
    expect(new Set(stages.map(({ image }) => image))).toEqual(new Set([`node:${manifest.devDependencies.node}-bookworm-slim`]));
  });

  test('installs production dependencies only, from the lockfile', () => {
    expect(run(stages[1]!)).toMatch(/npm ci .*--omit=dev/);
  });

  test('runs as a numeric user that is not root', () => {
    const users = last.instructions.filter(({ name }) => name === 'USER').map(({ words }) => words[0]);
    expect(users).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)]);
  });

  test.each(
    stages
      .flatMap((stage) => copies(stage))
      .filter(({ from }) => from === undefined)
      .flatMap(({ sources }) => sources),
  )('copies %s, which is in the repository', (source) => {
    expect(existsSync(join(ROOT, source))).toBe(true);
  });

  test('copies from named stages only what those stages make', () => {
    const fromStages = copies(last).filter(({ from }) => from !== undefined);
    expect(fromStages.map(({ from }) => from)).toEqual(['dependencies', 'dependencies', 'build']);
    const outfile = 'apps/controller/dist/controller.js';
    expect(readFileSync(join(ROOT, 'scripts/build.mjs'), 'utf8')).toContain(`'${outfile}'`);
    expect(fromStages.flatMap(({ sources }) => sources)).toContain(`/src/${outfile}`);
  });

  test('hands the build every workspace that the lockfile links', () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { link?: boolean; resolved?: string }>;
    };
    const linked = Object.values(packages).filter(({ link }) => link === true);
    const copied = copies(stages[0]!).flatMap(({ sources }) => sources);
    for (const { resolved } of linked) {
      expect(
        copied.some((source) => `${resolved}/package.json`.startsWith(source)),
        `${resolved} is copied`,
      ).toBe(true);
    }
  });
});
