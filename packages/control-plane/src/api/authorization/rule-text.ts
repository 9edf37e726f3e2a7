// Rules as messages tell them: rights on the same thing in one line, lines sorted.
import type { PolicyRule } from './policy-rule.ts';

export function formatRules(rules: readonly PolicyRule[]): string {
  return [...new Set(compact(rules).map(formatRule))].sort().join('\n');
}

/** Rules that differ in their verbs only become one. */
function compact(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  const merged = new Map<string, PolicyRule>();
  for (const rule of rules) {
    const key = JSON.stringify([
      rule.apiGroups,
      rule.resources,
      rule.resourceNames,
      rule.nonResourceURLs,
      isSimple(rule) ? [] : rule.verbs,
    ]);
    const known = merged.get(key);
    merged.set(key, known === undefined ? rule : { ...known, verbs: [...known.verbs, ...rule.verbs] });
  }
  return [...merged.values()];
}

function isSimple({ resourceNames, nonResourceURLs, apiGroups, resources }: PolicyRule): boolean {
  return nonResourceURLs.length === 0 && resourceNames.length <= 1 && apiGroups.length === 1 && resources.length === 1;
}

function formatRule({ apiGroups, resources, nonResourceURLs, resourceNames, verbs }: PolicyRule): string {
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['APIGroups', apiGroups],
    ['Resources', resources],
    ['NonResourceURLs', nonResourceURLs],
    ['ResourceNames', resourceNames],
    ['Verbs', verbs],
  ];
  const texts = parts
    .filter(([, values]) => values.length > 0)
    .map(([key, values]) => `${key}:[${values.map((value) => JSON.stringify(value)).join(' ')}]`);
  return `{${texts.join(', ')}}`;
}
