// How objects of a custom resource are merged: by the schemas of its versions.
import type { MergeType } from '@rectrace/kube';
import { fieldPath, isJsonObject, structuralType } from '@rectrace/kube';
import { BuiltInTypes } from '../patch/built-in-types.ts';
import { fieldsWithout } from '../patch/reset-fields.ts';
import type { ResourceMerging } from '../patch/resource-merging.ts';
import type { TypeTable } from '../type-table.ts';
import type { Definition, DefinitionVersion } from './definition.ts';
import { stepsOf } from './definition.ts';

const OBJECT_META = 'meta.v1.ObjectMeta';

export type CustomVersion = { readonly definition: Definition; readonly version: DefinitionVersion };

export function customMerging({ definition, version }: CustomVersion, table: TypeTable): ResourceMerging {
  const { group, versions, names } = definition;
  const builtIn = new BuiltInTypes(table);
  const types = new Map<string, MergeType>();
  const typeOf = (apiVersion: string): MergeType | undefined => {
    const schema = versions.find(({ name }) => `${group}/${name}` === apiVersion)?.schema;
    if (!isJsonObject(schema)) return undefined;
    const type = types.get(apiVersion) ?? structuralType(schema, { metadata: builtIn.named(OBJECT_META) });
    types.set(apiVersion, type);
    return type;
  };
  const withStatus = new Set(versions.filter(({ status }) => status).map(({ name }) => `${group}/${name}`));
  return {
    typeOf,
    writable: (fields, { apiVersion, subresource }) => {
      if (subresource === 'status') return withStatus.has(apiVersion) ? WITHOUT_SPEC(fields) : fields;
      const own = apiVersion === `${group}/${version.name}` && version.status && subresource === '';
      return own ? WITHOUT_STATUS(fields) : fields;
    },
    emptyObject: () => ({ apiVersion: `${group}/${version.name}`, kind: names.kind }),
    replicas: new Map(
      versions.map(({ name, scale }) => [`${group}/${name}`, scale === undefined ? 'none' : fieldPath(...stepsOf(scale.replicas))]),
    ),
  };
}

const WITHOUT_SPEC = fieldsWithout(['spec']);
const WITHOUT_STATUS = fieldsWithout(['status']);
