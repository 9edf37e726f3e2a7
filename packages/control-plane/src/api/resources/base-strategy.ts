// The strategy of a built-in kind without anything of its own, made of its traits.
import type { Json, JsonObject } from '@rectrace/kube';
import { nameOf, namespaceOf } from '../metadata.ts';
import type { FieldRule, ResourceStrategy, StatusStrategy } from '../strategy.ts';
import { STATUS_KEEPS_METADATA } from '../strategy.ts';
import { dns1123Subdomain } from '../validation/name-rules.ts';
import type { Traits } from './built-in-traits.ts';

const METADATA_FIELDS: FieldRule = { 'metadata.name': nameOf, 'metadata.namespace': namespaceOf };

export type StrategyBase = {
  readonly traits: Traits;
  /** Absent where there is no status subresource. */
  readonly status?: { readonly empty: Json };
};

export function baseStrategy({ traits, status }: StrategyBase): ResourceStrategy {
  const { generationFields, generationCountsAnnotations = false, garbageCollection } = traits;
  return {
    allowCreateOnUpdate: traits.createsOnUpdate ?? false,
    allowUnconditionalUpdate: !(traits.conditionalUpdatesOnly ?? false),
    returnsDeletedObject: traits.returnsDeleted ?? false,
    garbageCollection: garbageCollection ?? 'delete',
    generation:
      generationFields === undefined
        ? { kind: 'none' }
        : { kind: 'counted', fields: generationFields, annotations: generationCountsAnnotations },
    nameRule: dns1123Subdomain,
    strictFinalizers: !(traits.anyFinalizer ?? false),
    selectableFields: METADATA_FIELDS,
    unknownField: (field) => `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
    ...(status === undefined ? {} : { status: statusStrategy(traits, status.empty) }),
  };
}

function statusStrategy({ statusKeepsMetadata, statusKeeps = [], statusAtCreation }: Traits, empty: Json): StatusStrategy {
  return {
    fields: ['status'],
    keptMetadata: statusKeepsMetadata ? STATUS_KEEPS_METADATA : statusKeeps,
    atCreation: statusAtCreation ?? (empty as JsonObject),
  };
}

/** The message of kinds that name no alternatives. */
export function unsupportedField(field: string): string {
  return `field label not supported: ${field}`;
}
