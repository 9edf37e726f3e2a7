// A structural schema ready for use: prunes, fills in defaults and validates custom resources of one version.

import type { FieldError } from '../field-error.ts';
import { invalidValue } from '../field-error.ts';
import type { Json, JsonObject } from '../json.ts';
import { valueAt } from '../json.ts';
import { applyDefaults, dropWrongNulls } from './apply-defaults.ts';
import { PatternBook } from './check-pattern.ts';
import { Correlated } from './correlated.ts';
import type { MetadataRules } from './embedded-metadata.ts';
import { coerceEmbedded, embeddedErrors } from './embedded-metadata.ts';
import { fieldName } from './field-path.ts';
import { uniquenessErrors } from './list-uniqueness.ts';
import { prune } from './prune.ts';
import { RuleRunner } from './rule-runner.ts';
import { parseSchema, type SchemaNode } from './schema-node.ts';
import { validateValue } from './validate-value.ts';

/** `dropped`: paths of fields that the schema does not know. `error`: why an embedded resource cannot be read. */
export type Pruned = { readonly dropped: readonly string[]; readonly error: FieldError | undefined };

export type Validated = { readonly errors: readonly FieldError[]; readonly warnings: readonly string[] };

const BLOCKING = ['FieldValueNotSupported', 'FieldValueRequired', 'FieldValueTooLong', 'FieldValueTooMany', 'FieldValueTypeInvalid'];
const UNCHECKED =
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';

export class StructuralSchema {
  readonly root: SchemaNode;
  readonly #metadata: MetadataRules;
  readonly #patterns = new PatternBook();
  readonly #rules: RuleRunner | undefined;

  constructor(json: Json, metadata: MetadataRules) {
    this.root = parseSchema(json);
    this.#metadata = metadata;
    this.#rules = RuleRunner.of(this.root, { isResource: true });
  }

  /** Drops what is not known, and nulls that may not be. Changes the object in place. */
  prune(object: JsonObject): Pruned {
    const dropped = prune(object, this.root, { isResource: true });
    dropWrongNulls(object, this.root);
    const { unknown, error } = coerceEmbedded(object, this.root, { rules: this.#metadata });
    return { dropped: [...dropped, ...unknown], error };
  }

  /** Changes the object in place. */
  applyDefaults(object: JsonObject): void {
    applyDefaults(object, this.root);
  }

  /** `old`: of an update. `more`: what else is wrong, told before what rules say. */
  validate(object: JsonObject, old: JsonObject | undefined, more: readonly FieldError[] = []): Validated {
    const correlated = old === undefined ? undefined : new Correlated({ value: object, old }, this.root);
    const errors = [
      ...validateValue(object, this.root, { patterns: this.#patterns, correlated }),
      ...more,
      ...embeddedErrors(object, this.root, { rules: this.#metadata }),
      ...this.#uniqueness(object, old),
    ];
    return this.#withRules(errors, { value: object, old, correlated });
  }

  /** Of a write to the status only. */
  validateStatus(object: JsonObject, old: JsonObject, more: readonly FieldError[] = []): Validated {
    const correlated = new Correlated({ value: object, old }, this.root);
    const schema = this.root.properties.get('status');
    const status = valueAt(object, ['status']);
    const own =
      status === undefined || schema === undefined
        ? []
        : validateValue(status, schema, {
            patterns: this.#patterns,
            path: 'status',
            correlated: correlated.key('status') ?? new Correlated({ value: status, old: valueAt(old, ['status']) }, schema),
          });
    return this.#withRules([...own, ...more, ...this.#uniqueness(object, old)], { value: object, old, correlated });
  }

  /** What was repeated before may stay. */
  #uniqueness(object: JsonObject, old: JsonObject | undefined): readonly FieldError[] {
    if (old !== undefined && uniquenessErrors(old, this.root).length > 0) return [];
    return uniquenessErrors(object, this.root);
  }

  #withRules(errors: readonly FieldError[], sides: Sides): Validated {
    if (this.#rules === undefined) return { errors, warnings: [] };
    if (errors.some(({ type }) => BLOCKING.includes(type))) {
      return { errors: [...errors, invalidValue(fieldName(''), null, UNCHECKED)], warnings: [] };
    }
    const ruled = this.#rules.run(sides);
    return { errors: [...errors, ...ruled.errors], warnings: ruled.warnings };
  }
}

type Sides = { readonly value: JsonObject; readonly old: JsonObject | undefined; readonly correlated: Correlated | undefined };
