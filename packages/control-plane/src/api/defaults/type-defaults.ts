// Fills in what clients leave out, as the API server does: a function a type, run on every value of that type, outer ones first.
import { isJsonList, isJsonObject, type Json } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import type { Shape, TypeTable } from '../type-table.ts';

export type DefaultsOfType = (draft: Draft) => void;

/** Type of the table -> what is filled in. */
export type DefaultsTable = Readonly<Record<string, DefaultsOfType>>;

type Plan = {
  readonly own: DefaultsOfType | undefined;
  /** Fields that lead to a type with defaults. */
  readonly fields: readonly { readonly name: string; readonly type: string; readonly many: 'list' | 'map' | 'one' }[];
};

const NOTHING: Plan = { own: undefined, fields: [] };

export class TypeDefaults {
  readonly #table: TypeTable;
  readonly #defaults: DefaultsTable;
  readonly #plans = new Map<string, Plan>();

  constructor(table: TypeTable, defaults: DefaultsTable) {
    this.#table = table;
    this.#defaults = defaults;
  }

  apply(type: string, draft: Draft): void {
    const { own, fields } = this.#planOf(type);
    own?.(draft);
    for (const field of fields) this.#applyBelow(field, draft[field.name]);
  }

  #applyBelow({ type, many }: Plan['fields'][number], value: Json | undefined): void {
    if (many === 'one') this.#applyTo(type, value);
    else if (many === 'list' && isJsonList(value)) for (const item of value) this.#applyTo(type, item);
    else if (many === 'map' && isJsonObject(value)) for (const item of Object.values(value)) this.#applyTo(type, item);
  }

  #applyTo(type: string, value: Json | undefined): void {
    if (isJsonObject(value)) this.apply(type, value as Draft);
  }

  #planOf(type: string): Plan {
    const known = this.#plans.get(type);
    if (known !== undefined) return known;
    // A type that leads to itself does so through other fields as well, or to nothing.
    this.#plans.set(type, NOTHING);
    const fields = [...this.#table.type(type).jsonFields.values()].flatMap(({ name, shape }) => {
      const target = targetOf(shape);
      return target !== undefined && this.#leads(target.type) ? [{ name, ...target }] : [];
    });
    const plan = { own: this.#defaults[type], fields };
    this.#plans.set(type, plan);
    return plan;
  }

  #leads(type: string): boolean {
    const { own, fields } = this.#planOf(type);
    return own !== undefined || fields.length > 0;
  }
}

function targetOf(shape: Shape): { readonly type: string; readonly many: 'list' | 'map' | 'one' } | undefined {
  if (shape.kind === 'object') return { type: shape.type, many: 'one' };
  if ((shape.kind === 'list' || shape.kind === 'map') && shape.of.kind === 'object') return { type: shape.of.type, many: shape.kind };
  return undefined;
}
