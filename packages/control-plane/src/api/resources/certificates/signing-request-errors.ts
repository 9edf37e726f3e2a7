// What is wrong with a CertificateSigningRequest, or with a change of one. What is inside of the PEM block of the request is not looked into.
import { base64Decode } from '@bufbuild/protobuf/wire';
import type { JsonObject } from '@rectrace/kube';
import { duplicate, invalidValue, isJsonObject, listAt, notSupported, required, stringAt } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { forbiddenField } from '../../field-error.ts';
import { numberAt } from '../../metadata.ts';
import { signerNameErrors } from '../../validation/signer-name.ts';

/** What a write to the place may set: the certificate (/status), whether it is approved or denied (/approval), or neither. */
export type Settable = 'certificate' | 'decision' | 'none';

const USAGES = [
  'any',
  'cert sign',
  'client auth',
  'code signing',
  'content commitment',
  'crl sign',
  'data encipherment',
  'decipher only',
  'digital signature',
  'email protection',
  'encipher only',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'key agreement',
  'key encipherment',
  'microsoft sgc',
  'netscape sgc',
  'ocsp signing',
  's/mime',
  'server auth',
  'signing',
  'timestamping',
];
const BLOCK = 'CERTIFICATE REQUEST';
const PEM_BLOCK = /^-----BEGIN ([^-\r\n]+)-----[ \t]*\r?\n[\sA-Za-z0-9+/=:-]*?^-----END \1-----/m;
const SIGNER = 'spec.signerName';
const LEGACY = 'kubernetes.io/legacy-unknown';
const decoder = new TextDecoder();
const LEAST_SECONDS = 600;
const CONDITIONS = 'status.conditions';
const DECISIONS = ['Approved', 'Denied'];
/** Conditions that are True or not there. */
const LASTING = [...DECISIONS, 'Failed'];

/** `old`: what it has wrong already is tolerated. */
export function signingRequestErrors(object: JsonObject, old: JsonObject | undefined): readonly FieldError[] {
  return [
    ...requestErrors(object),
    ...usageErrors(textsIn(object), old === undefined ? [] : textsIn(old)),
    ...signerErrors(object, old),
    ...secondsErrors(object),
    ...conditionErrors(object, old),
  ];
}

export function signingRequestChangeErrors(object: JsonObject, old: JsonObject, settable: Settable): readonly FieldError[] {
  const fewer = LASTING.filter((type) => countOf(object, type) < countOf(old, type));
  const more = settable === 'decision' ? [] : DECISIONS.filter((type) => countOf(object, type) > countOf(old, type));
  return [
    ...signingRequestErrors(object, old),
    ...fewer.map((type) => forbiddenField(CONDITIONS, `updates may not remove a condition of type ${JSON.stringify(type)}`)),
    ...more.map((type) => forbiddenField(CONDITIONS, `updates may not add a condition of type ${JSON.stringify(type)}`)),
    ...certificateErrors(object, old, settable),
  ];
}

function certificateErrors(object: JsonObject, old: JsonObject, settable: Settable): readonly FieldError[] {
  const [now = '', before = ''] = [object, old].map((one) => stringAt(one, ['status', 'certificate']));
  if (now === before) return [];
  if (settable !== 'certificate') return [forbiddenField('status.certificate', 'updates may not set certificate content')];
  return before === '' ? [] : [forbiddenField('status.certificate', 'updates may not modify existing certificate content')];
}

/** The first block of the text is to be a request. */
function requestErrors(object: JsonObject): readonly FieldError[] {
  const request = stringAt(object, ['spec', 'request']);
  const [, type = ''] = PEM_BLOCK.exec(decoder.decode(base64Decode(request ?? ''))) ?? [];
  return type === BLOCK ? [] : [invalidValue('spec.request', request ?? null, `PEM block type must be ${BLOCK}`)];
}

/** One that nobody may ask for any more may stay. */
function signerErrors(object: JsonObject, old: JsonObject | undefined): readonly FieldError[] {
  const [name = '', before = ''] = [object, old ?? {}].map((one) => stringAt(one, ['spec', 'signerName']));
  if (name !== LEGACY) return signerNameErrors(name, SIGNER);
  return before === LEGACY ? [] : [invalidValue(SIGNER, name, 'the legacy signerName is not allowed via this API version')];
}

function textsIn(object: JsonObject): readonly string[] {
  return listAt(object, ['spec', 'usages']).map(String);
}

function usageErrors(usages: readonly string[], before: readonly string[]): readonly FieldError[] {
  const field = 'spec.usages';
  const each = usages.map((usage, index) => ({ usage, index, place: `${field}[${index}]` }));
  const tolerated = before.some((usage) => !USAGES.includes(usage));
  const repeated = new Set(before).size < before.length;
  return [
    ...(usages.length === 0 ? [required(field)] : []),
    ...each.filter(({ usage }) => !tolerated && !USAGES.includes(usage)).map(({ usage, place }) => notSupported(place, usage, USAGES)),
    ...each.filter(({ usage, index }) => !repeated && usages.indexOf(usage) < index).map(({ usage, place }) => duplicate(place, usage)),
  ];
}

function secondsErrors(object: JsonObject): readonly FieldError[] {
  const seconds = numberAt(object, ['spec', 'expirationSeconds']) ?? LEAST_SECONDS;
  const why = `may not specify a duration less than ${LEAST_SECONDS} seconds (10 minutes)`;
  return seconds < LEAST_SECONDS ? [invalidValue('spec.expirationSeconds', seconds, why)] : [];
}

function conditionErrors(object: JsonObject, old: JsonObject | undefined): readonly FieldError[] {
  const types = typesIn(object);
  const before = old === undefined ? [] : typesIn(old);
  const bothKnown = DECISIONS.every((type) => before.includes(type));
  const twiceKnown = new Set(before).size < before.length;
  const both = DECISIONS.every((type) => types.includes(type)) && !bothKnown;
  const last = types.findLastIndex((type) => DECISIONS.includes(type));
  return conditionsOf(object).flatMap((condition, index) => {
    const type = types[index] ?? '';
    const place = `${CONDITIONS}[${index}]`;
    return [
      ...(type === '' && !before.includes('') ? [required(`${place}.type`)] : []),
      ...statusErrors(condition, `${place}.status`),
      ...(both && index === last ? [invalidValue(CONDITIONS, type, 'Approved and Denied conditions are mutually exclusive')] : []),
      ...(!twiceKnown && types.indexOf(type) < index ? [duplicate(`${place}.type`, type)] : []),
    ];
  });
}

function statusErrors(condition: JsonObject, place: string): readonly FieldError[] {
  const status = stringAt(condition, ['status']) ?? '';
  const allowed = LASTING.includes(stringAt(condition, ['type']) ?? '') ? ['True'] : ['False', 'True', 'Unknown'];
  if (status === '') return [required(place)];
  return allowed.includes(status) ? [] : [notSupported(place, status, allowed)];
}

function conditionsOf(object: JsonObject): readonly JsonObject[] {
  return listAt(object, ['status', 'conditions']).filter(isJsonObject);
}

function typesIn(object: JsonObject): readonly string[] {
  return conditionsOf(object).map((condition) => stringAt(condition, ['type']) ?? '');
}

function countOf(object: JsonObject, type: string): number {
  return typesIn(object).filter((one) => one === type).length;
}
