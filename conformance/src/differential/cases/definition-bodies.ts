// Definitions that cases create, and what waits for them.
import type { Subject } from '../subject.ts';

export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Says nothing of the fields, so that no schema changes what is stored. */
export const OPEN_SCHEMA = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };

export type DefinitionPlan = {
  readonly group: string;
  readonly plural?: string;
  readonly names?: Readonly<Record<string, unknown>>;
  readonly scope?: string;
  readonly versions?: readonly Readonly<Record<string, unknown>>[];
};

export function definitionBody({ group, plural = 'widgets', names = {}, scope = 'Namespaced', versions = [{}] }: DefinitionPlan): {
  readonly metadata: { readonly name: string };
  readonly spec: Readonly<Record<string, unknown>>;
} {
  return {
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { plural, kind: 'Widget', ...names },
      versions: versions.map((version) => ({ name: 'v1', served: true, storage: true, schema: OPEN_SCHEMA, ...version })),
    },
  };
}

/** Creates a definition, recorded; returns when its objects can be listed in all of the versions that it serves. */
export async function establish(subject: Subject, plan: DefinitionPlan): Promise<void> {
  const body = definitionBody(plan);
  await subject.ask({ method: 'POST', path: DEFINITIONS, body });
  for (const { name = 'v1', served = true } of plan.versions ?? [{}]) {
    if (served) await answers(subject, { path: `/apis/${plan.group}/${name}/${plan.plural ?? 'widgets'}`, status: 200 });
  }
}

/** Deletes a definition, recorded; returns when it is gone. */
export async function abolish(subject: Subject, name: string): Promise<void> {
  await subject.ask({ method: 'DELETE', path: `${DEFINITIONS}/${name}` });
  await answers(subject, { path: `${DEFINITIONS}/${name}`, status: 404 });
}

/** Asks, unrecorded, until the status is the one expected. */
export async function answers(subject: Subject, { path, status }: { readonly path: string; readonly status: number }): Promise<void> {
  const end = Date.now() + 20_000;
  for (let last = 0; last !== status; ) {
    if (Date.now() > end) throw new Error(`${subject.name}: ${path} still answers ${last}`);
    last = (await subject.prepare({ path })).status;
    if (last !== status) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A group of the case's own. */
export function groupFor(namespace: string): string {
  return `${namespace.slice(-40).replace(/^-+/, '')}.example.com`;
}

export function widgetBody(group: string, metadata: object, version = 'v1'): Readonly<Record<string, unknown>> {
  return { apiVersion: `${group}/${version}`, kind: 'Widget', metadata, spec: { x: 1 } };
}
