// A diff field by field: '- spec.replicas: 2' / '+ spec.replicas: 3', the human line above it.

import type { Json } from '@rectrace/kube';
import { formatJson } from '@rectrace/kube';
import type { FieldChange } from '@rectrace/trace';
import { cleanLines } from './clean-text.ts';
import { cutEnd } from './glyph-width.ts';
import type { Line } from './line.ts';
import { span } from './line.ts';

/** width: lines longer than it are cut; undefined = never. */
export function diffLines(diff: readonly FieldChange[], options: { readonly width?: number | undefined } = {}): readonly Line[] {
  return diff.flatMap(({ path, before, after }) => {
    const name = formatPath(path);
    const gone = before === undefined ? [] : valueLines(before).map((text, index) => sided('-', { name, text, index }));
    const come = after === undefined ? [] : valueLines(after).map((text, index) => sided('+', { name, text, index }));
    return [...gone, ...come].map(([sign, text]) => [
      span(options.width === undefined ? `${sign} ${text}` : cutEnd(`${sign} ${text}`, options.width), sign === '+' ? 'good' : 'bad'),
    ]);
  });
}

/** spec.template.spec.containers[name=web].image; steps that hold dots in quotes. */
export function formatPath(path: readonly string[]): string {
  let text = '';
  for (const step of path) {
    if (step.includes('=') || /^\d+$/.test(step)) text += `[${step}]`;
    else if (/^[\w-]+$/.test(step)) text += text === '' ? step : `.${step}`;
    else text += `["${step}"]`;
  }
  return text;
}

function sided(
  sign: '+' | '-',
  { name, text, index }: { readonly name: string; readonly text: string; readonly index: number },
): readonly ['+' | '-', string] {
  return [sign, index === 0 ? `${name}: ${text}` : `  ${text}`];
}

function valueLines(value: Json): readonly string[] {
  return cleanLines(typeof value === 'string' ? value : formatJson(value));
}
