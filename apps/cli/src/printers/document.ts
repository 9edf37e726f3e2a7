// One JSON document in the form that -o asks for: json, yaml, a JSONPath template, or names.

import type { Json, JsonObject } from '@rectrace/kube';
import { formatJson } from '@rectrace/kube';
import { evaluateTemplate } from './jsonpath/evaluate-template.ts';
import type { OutputFormat } from './output-format.ts';

/** names: what -o name prints, a line each. '' for the forms that are not documents (table, wide, dot). */
export async function documentText(
  document: JsonObject,
  options: { readonly format: OutputFormat; readonly names: readonly string[] },
): Promise<string> {
  switch (options.format.kind) {
    case 'json':
      return formatJson(document, 2);
    case 'yaml':
      return yamlText(document);
    case 'jsonpath':
      return evaluateTemplate(options.format.template, document);
    case 'name':
      return options.names.join('\n');
    case 'table':
    case 'wide':
    case 'dot':
      return '';
  }
}

/** True for the forms that documentText writes. */
export function isDocument(format: OutputFormat): boolean {
  return format.kind !== 'table' && format.kind !== 'wide' && format.kind !== 'dot';
}

/** Quoted so that readers of YAML 1.1 see the same strings. */
async function yamlText(document: Json): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(document, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
}
