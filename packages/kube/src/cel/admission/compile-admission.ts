// Compiles the expressions of webhooks and policies, with the API server's words for what is wrong with them.

import type { Node } from '../expression-node.ts';
import { AUTHORIZER_FUNCTIONS } from '../functions/authorizer.ts';
import { checkExpression } from '../rule/check-expression.ts';
import { formatCoreType } from '../rule/core-type.ts';
import type { StaticType } from '../static-type.ts';
import { BOOL, DYN, NULL_TYPE, STRING } from '../static-type.ts';
import { ADMISSION_REQUEST, AUTHORIZER_VARIABLES, NAMESPACE_OBJECT, variablesType } from './admission-types.ts';

export type AdmissionEnvironment = {
  /** Whether there are parameters. */
  readonly params: boolean;
  /** Whether the authorizer may be asked. */
  readonly authorizer: boolean;
  /** Types of the variables that may be used; undefined where there are none to declare. */
  readonly variables?: ReadonlyMap<string, StaticType> | undefined;
};

/** What an expression is for, which says what it may give. */
export type AdmissionUse = 'condition' | 'message' | 'audit-annotation' | 'variable';

export type CompiledAdmission = { readonly kind: 'compiled'; readonly text: string; readonly root: Node; readonly type: StaticType };
export type InvalidAdmission = { readonly kind: 'invalid'; readonly text: string; readonly detail: string };

const RESULTS: Readonly<Record<AdmissionUse, readonly StaticType[]>> = {
  condition: [BOOL],
  message: [STRING],
  'audit-annotation': [STRING, NULL_TYPE],
  variable: [],
};
const LIBRARY = new Set(AUTHORIZER_FUNCTIONS.keys());

export function compileAdmission(text: string, environment: AdmissionEnvironment, use: AdmissionUse): CompiledAdmission | InvalidAdmission {
  const checked = checkExpression(text, { variables: namesIn(environment), library: LIBRARY });
  if (checked.kind === 'faulty') return { kind: 'invalid', text, detail: `compilation failed: ${checked.issues}` };
  const { root, type } = checked;
  const accepted = RESULTS[use];
  if (accepted.length === 0 || accepted.includes(type)) return { kind: 'compiled', text, root, type };
  const names = accepted.map(wordFor);
  const wanted = names.length === 1 ? `${names[0]}` : `one of [${names.join(' ')}]`;
  return { kind: 'invalid', text, detail: `must evaluate to ${wanted} but got ${wordFor(type)}` };
}

/** Types that messages of the checker shorten, these do not. */
function wordFor(type: StaticType): string {
  return type.kind === 'scalar' ? type.name : formatCoreType(type);
}

function namesIn({ params, authorizer, variables }: AdmissionEnvironment): ReadonlyMap<string, StaticType> {
  return new Map([
    ['object', DYN],
    ['oldObject', DYN],
    ['namespaceObject', NAMESPACE_OBJECT],
    ['request', ADMISSION_REQUEST],
    ...(params ? [['params', DYN] as const] : []),
    ...(authorizer ? AUTHORIZER_VARIABLES : []),
    ...(variables === undefined ? [] : [['variables', variablesType(variables)] as const]),
  ]);
}

/** As a variable is seen by what uses it: only plain types are kept. */
export function variableType(type: StaticType | undefined): StaticType {
  switch (type?.kind) {
    case 'list':
      return { kind: 'list', element: variableType(type.element) };
    case 'map':
      return { kind: 'map', key: variableType(type.key), value: variableType(type.value) };
    case 'scalar':
      return PLAIN.includes(type.name) ? type : DYN;
    default:
      return DYN;
  }
}

const PLAIN: readonly string[] = [
  ...['bool', 'bytes', 'double', 'int', 'null_type', 'string', 'uint'],
  ...['google.protobuf.Duration', 'google.protobuf.Timestamp'],
];
