// The OpenAPI documents of the Kubernetes module that testbed/go.mod pins, for the scripts that make tables of them.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Schema = {
  readonly type?: string;
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly default?: unknown;
  readonly additionalProperties?: Schema | boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-patch-strategy'?: string;
  readonly 'x-kubernetes-patch-merge-key'?: string;
  readonly 'x-kubernetes-group-version-kind'?: readonly { readonly group: string; readonly version: string; readonly kind: string }[];
};

const TESTBED = join(import.meta.dirname, '../testbed');
export const KUBERNETES_MODULE = 'k8s.io/kubernetes';

/** A folder named on the command line comes first; undefined where there is no Go. */
export function openApiFolder(): string | undefined {
  const given = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
  if (given !== undefined) return given;
  try {
    const text = execFileSync('go', ['mod', 'download', '-json', KUBERNETES_MODULE], { cwd: TESTBED, encoding: 'utf8' });
    return join((JSON.parse(text) as { Dir: string }).Dir, 'api/openapi-spec/v3');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** By their full names. */
export function readSchemas(folder: string): Map<string, Schema> {
  const schemas = new Map<string, Schema>();
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()) {
    const document = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { components?: { schemas?: Record<string, Schema> } };
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) schemas.set(name, schema);
  }
  return schemas;
}

/** 'io.k8s.api.core.v1.PodSpec' -> 'core.v1.PodSpec'. */
export function shortName(name: string): string {
  return name.split('.').slice(-3).join('.');
}
