// Row 28: schemas of definitions, and what they make of custom resources.
import { type DifferentialCase, differentialCase } from '../differential-case.ts';
import type { Subject } from '../subject.ts';
import { abolish, DEFINITIONS, establish, groupFor } from './definition-bodies.ts';
import { DEFAULTED, FORMATTED, type Instances, JUNCTORS, PRUNED, UNIQUE, VALIDATED } from './instance-schemas.ts';
import { REFUSED_SCHEMAS, REFUSED_WITH_STATUS } from './refused-schemas.ts';
import { COSTLY_SCHEMAS, PLACED_SCHEMAS, RIGHT_RULES, ruleSchemas, WRONG_RULES } from './rule-schemas.ts';
import { RULED } from './ruled-instances.ts';
import { type Schema, schemaDefinition } from './schema-bodies.ts';
import { askSorted } from './sorted-answer.ts';

export const SCHEMA_CASES: readonly DifferentialCase[] = [
  differentialCase(28, 'schemas that are refused', async (subject, namespace) => {
    await refuse(subject, groupFor(namespace), { schemas: REFUSED_SCHEMAS });
  }),
  differentialCase(28, 'schemas that are refused with a status subresource', async (subject, namespace) => {
    await refuse(subject, groupFor(namespace), { schemas: REFUSED_WITH_STATUS, more: { subresources: { status: {} } } });
  }),
  instances('custom resources are pruned', PRUNED, { fieldValidations: ['Warn', 'Strict', 'Ignore'] }),
  instances('custom resources get their defaults', DEFAULTED),
  instances('custom resources are validated', VALIDATED),
  instances('custom resources with alternatives', JUNCTORS),
  instances('lists of custom resources without repetitions', UNIQUE),
  instances('formats of custom resources', FORMATTED),
  differentialCase(28, 'rules that do not compile', async (subject, namespace) => {
    await refuse(subject, groupFor(namespace), { schemas: ruleSchemas(WRONG_RULES) });
  }),
  differentialCase(28, 'rules that compile', async (subject, namespace) => {
    await refuse(subject, groupFor(namespace), { schemas: ruleSchemas(RIGHT_RULES) });
  }),
  differentialCase(28, 'rules that cost too much', async (subject, namespace) => {
    await refuse(subject, groupFor(namespace), { schemas: COSTLY_SCHEMAS });
  }),
  differentialCase(28, 'rules in their places', async (subject, namespace) => {
    await refuse(subject, groupFor(namespace), { schemas: PLACED_SCHEMAS });
  }),
  instances('custom resources are judged by rules', RULED),
];

type Refusals = { readonly schemas: Readonly<Record<string, Schema>>; readonly more?: Schema };

async function refuse(subject: Subject, group: string, { schemas, more }: Refusals): Promise<void> {
  for (const [name, schema] of Object.entries(schemas)) {
    await askSorted(subject, { method: 'POST', path: `${DEFINITIONS}?dryRun=All`, body: schemaDefinition(group, schema, more) }, name);
  }
}

type Asking = { readonly fieldValidations?: readonly string[] };

/** Every spec is created as an object of its own. */
function instances(title: string, { schema, specs }: Instances, { fieldValidations = ['Warn'] }: Asking = {}): DifferentialCase {
  return differentialCase(28, title, async (subject, namespace) => {
    const group = groupFor(namespace);
    await establish(subject, { group, versions: [{ schema: { openAPIV3Schema: schema } }] });
    const path = `/apis/${group}/v1/namespaces/${namespace}/widgets`;
    for (const [index, spec] of specs.entries()) {
      for (const validation of fieldValidations) {
        const body = { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: `w${index}-${validation.toLowerCase()}` }, spec };
        await askSorted(subject, { method: 'POST', path: `${path}?fieldValidation=${validation}`, body }, JSON.stringify(spec));
      }
    }
    await abolish(subject, `widgets.${group}`);
  });
}
