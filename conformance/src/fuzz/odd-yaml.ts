// YAML that is wrong, or right and hard to bear.
import type { JsonObject } from '@rectrace/kube';
import { stringify } from 'yaml';
import type { Chance } from '../differential/random/chance.ts';
import { corrupted, withOddKey } from './odd-json.ts';
import { oddText } from './odd-values.ts';

const ODD_SCALARS = [
  '.inf',
  '-.Inf',
  '.nan',
  '0x7fffffffffffffff',
  '0o17',
  '017',
  '1_000',
  '1:30:00',
  'yes',
  'Off',
  '~',
  '2001-12-14t21:59:43.10-05:00',
  '!!binary aGk=',
  '!!binary "*"',
  '!!python/object/apply:os.system ["true"]',
  '!!js/function "function(){}"',
  '!<tag:yaml.org,2002:set> {a, b}',
  '!!omap [a: 1, a: 2]',
  '!!timestamp x',
  '&a [*a]',
  '*missing',
  '|+\n   text\n\n',
  '>-\n   folded\n   text',
  '? {a: b}\n  : c',
  '"\\x41\\U0010FFFF\\e"',
  '"\\uD800"',
  '@at',
  '`tick',
  '%percent',
];

export function oddYaml(chance: Chance, body: JsonObject): Buffer {
  const text = stringify(body);
  const makers: readonly (() => string | Buffer)[] = [
    () => corrupted(chance, Buffer.from(text)),
    () => stringify(withOddKey(chance, body)),
    () => `${text}odd: ${chance.pick(ODD_SCALARS)}\n`,
    () => text.replaceAll(/(?<=: )[\w.]+$/gm, (known) => (chance.happens(0.3) ? chance.pick(ODD_SCALARS) : known)),
    () => `${text}data: ${aliasBomb(chance)}`,
    () => `${text}bomb: ${mergeBomb(chance)}`,
    () => `${text}deep: ${deepFlow(chance)}`,
    () => deepBlock(chance),
    () => `${text}---\n${text}...\n---\n`,
    () => `%YAML 1.1\n%TAG ! tag:example.com,2000:\n--- \n${text}`,
    () => `\ufeff${text}`,
    () => text.replaceAll('  ', '\t'),
    () => `${text}text: ${JSON.stringify(oddText(chance))}\n`,
    () => `${text}${'a: 1\n'.repeat(chance.pick([10, 2_000]))}`,
    () => `- `.repeat(chance.pick([10, 1_000])),
    () => `${'? '.repeat(chance.pick([10, 500]))}a`,
  ];
  return Buffer.from(chance.pick(makers)());
}

/** Each line holds the one before nine times. */
function aliasBomb(chance: Chance): string {
  const lines = 2 + chance.below(12);
  const name = (index: number): string => `l${index}`;
  const line = (index: number): string => {
    const items = index === 0 ? Array.from({ length: 9 }, () => '"lol"') : Array.from({ length: 9 }, () => `*${name(index - 1)}`);
    return `  ${name(index)}: &${name(index)} [${items.join(', ')}]`;
  };
  return `\n${Array.from({ length: lines }, (_, index) => line(index)).join('\n')}\n`;
}

function mergeBomb(chance: Chance): string {
  const lines = 2 + chance.below(12);
  const line = (index: number): string =>
    index === 0
      ? '  m0: &m0 {k0: v, j0: v}'
      : `  m${index}: &m${index} {<<: [*m${index - 1}, *m${index - 1}], k${index}: *m${index - 1}, j${index}: *m${index - 1}}`;
  return `\n${Array.from({ length: lines }, (_, index) => line(index)).join('\n')}\n`;
}

function deepFlow(chance: Chance): string {
  const depth = chance.pick([50, 500, 2_000, 10_000]);
  const [open, close] = chance.pick([
    ['[', ']'],
    ['{a: ', '}'],
    ['[', ''],
  ] as const);
  return `${open.repeat(depth)}1${close.repeat(depth)}\n`;
}

/** Each key one column further to the right: its size grows with the square of its depth. */
function deepBlock(chance: Chance): string {
  const depth = chance.pick([20, 100, 400]);
  return Array.from({ length: depth }, (_, index) => `${' '.repeat(index)}a:`).join('\n');
}
