// The form of metadata.managedFields; what stands in them is the field manager's.
import type { Json, JsonObject } from '@rectrace/kube';
import { listAt, stringAt } from '@rectrace/kube';
import type { FieldError } from '../field-error.ts';
import { invalidValue, tooLong } from '../field-error.ts';

const MOST_MANAGER = 128;
const MOST_SUBRESOURCE = 256;
const PLAIN = /^[ -~]*$/;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

export function validateManagedFields(object: JsonObject): readonly FieldError[] {
  return listAt(object, ['metadata', 'managedFields']).flatMap((entry, index) => entryErrors(entry, `metadata.managedFields[${index}]`));
}

function entryErrors(entry: Json, field: string): readonly FieldError[] {
  const operation = stringAt(entry, ['operation']) ?? '';
  const fieldsType = stringAt(entry, ['fieldsType']) ?? '';
  const subresource = stringAt(entry, ['subresource']) ?? '';
  return [
    ...(operation === 'Apply' || operation === 'Update'
      ? []
      : [invalidValue(`${field}.operation`, operation, 'must be `Apply` or `Update`')]),
    ...(fieldsType === '' || fieldsType === 'FieldsV1' ? [] : [invalidValue(`${field}.fieldsType`, fieldsType, 'must be `FieldsV1`')]),
    ...validateFieldManager(stringAt(entry, ['manager']) ?? '', `${field}.manager`),
    ...(subresource.length > MOST_SUBRESOURCE ? [tooLong(`${field}.subresource`, MOST_SUBRESOURCE)] : []),
  ];
}

export function validateFieldManager(name: string, field: string): readonly FieldError[] {
  const long = name.length > MOST_MANAGER ? [tooLong(field, MOST_MANAGER)] : [];
  // Nearly all are plain, and the classes of Unicode are dear.
  const unprintable = [...(PLAIN.test(name) ? [] : name.matchAll(UNPRINTABLE))].map((match) => {
    const code = (match[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return invalidValue(field, name, `invalid character U+${code} (at position ${match.index})`);
  });
  return [...long, ...unprintable];
}
