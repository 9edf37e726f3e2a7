// Node: its taints, its resources, and the range of addresses for its pods, which is given to it once.
import type { JsonObject } from '@rectrace/kube';
import { jsonEquals, valueAt } from '@rectrace/kube';
import type { Draft } from '../../draft.ts';
import { childOf } from '../../draft.ts';
import type { FieldError } from '../../field-error.ts';
import { forbiddenField, invalidValue, required } from '../../field-error.ts';
import { amountErrors } from '../../pod-spec/resources.ts';
import { TAINT_EFFECTS } from '../../pod-spec/tolerations.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { fits, neededOneOf } from '../../validation/checks.ts';
import { internalForm } from '../../validation/internal-form.ts';
import { cidrErrors, isDualStack } from '../../validation/ip-checks.ts';
import { cidrWarnings } from '../../validation/ip-warnings.ts';
import { configMapKey, dns1123Label, dns1123Subdomain, labelValue, qualifiedName } from '../../validation/name-rules.ts';
import { validateObjectMeta } from '../../validation/object-meta.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, entriesOf, isSet, itemsOf, numberOf, spot, textAt, textOf, textsOf } from '../../validation/spot.ts';
import { checkedBy } from '../checked-by.ts';

const RANGES = 'node updates may not change podCIDR except from "" to valid';

export function nodeStrategy(base: ResourceStrategy): ResourceStrategy {
  const meta = { namespaced: false, nameRule: base.nameRule, strictFinalizers: base.strictFinalizers };
  const prepared: ResourceStrategy = {
    ...base,
    prepareForCreate: (node, context) => {
      base.prepareForCreate?.(node, context);
      dropConfig(node, {});
    },
    prepareForUpdate: (node, old, context) => {
      base.prepareForUpdate?.(node, old, context);
      dropConfig(node, old);
    },
  };
  return checkedBy(prepared, {
    warnings: nodeWarnings,
    errors: nodeErrors,
    update: (node, old) => [...validateObjectMeta(node, meta), ...nodeErrors(node), ...changeErrors(node, old)],
    status: changeErrors,
  });
}

/** Where a node gets its configuration from is a feature that has gone. */
function dropConfig(node: Draft, old: JsonObject): void {
  const [spec, status] = [childOf(node, 'spec'), childOf(node, 'status')];
  if (spec !== undefined && valueAt(old, ['spec', 'configSource']) === undefined) delete spec['configSource'];
  if (status !== undefined && valueAt(old, ['status', 'config']) === undefined) delete status['config'];
}

function nodeWarnings(node: JsonObject): readonly string[] {
  const spec = at(spot(node), 'spec');
  return [
    ...(isSet(at(spec, 'configSource')) ? ['spec.configSource: the feature is removed'] : []),
    ...(textAt(spec, 'externalID') === '' ? [] : ['spec.externalID: this field is deprecated, and is unused by Kubernetes']),
    ...itemsOf(at(spec, 'podCIDRs')).flatMap(cidrWarnings),
  ];
}

function nodeErrors(node: JsonObject): readonly FieldError[] {
  const place = spot(node);
  const swap = at(at(at(at(place, 'status'), 'nodeInfo'), 'swap'), 'capacity');
  return [
    ...taintErrors(at(at(place, 'spec'), 'taints')),
    ...resourceErrors(node),
    ...(isSet(swap) && (numberOf(swap) ?? 0) <= 0
      ? [invalidValue('metadata.nodeSwapStatus.capacity', numberOf(swap) ?? 0, 'must be greater than zero')]
      : []),
    ...rangeErrors(at(at(place, 'spec'), 'podCIDRs')),
  ];
}

/** Messages say that they are metadata. */
function taintErrors(taints: Spot): readonly FieldError[] {
  const keys = itemsOf(taints).map((taint) => `${textAt(taint, 'effect')}\n${textAt(taint, 'key')}`);
  return itemsOf({ ...taints, path: 'metadata.taints' }).flatMap((taint, index) => {
    const [key, value, effect] = [at(taint, 'key'), at(taint, 'value'), at(taint, 'effect')];
    const problems = labelValue(textOf(value));
    const again = keys.indexOf(keys[index] ?? '') < index;
    const twice: FieldError = {
      type: 'FieldValueDuplicate',
      field: taint.path,
      value: internalForm(taint.value, 'core.Taint'),
      detail: 'taints must be unique by key and effect pair',
    };
    return [
      ...fits({ ...key, value: textOf(key) }, qualifiedName),
      ...(problems.length === 0 ? [] : [invalidValue(value.path, textOf(value), problems.join(';'))]),
      ...neededOneOf(effect, TAINT_EFFECTS),
      ...(again ? [twice] : []),
    ];
  });
}

function resourceErrors(node: JsonObject): readonly FieldError[] {
  return ['capacity', 'allocatable'].flatMap((key) =>
    entriesOf(at(at(spot(node), 'status'), key)).flatMap(([name, { value }]) => amountErrors(name, spot(value, `status.${key}.${name}`))),
  );
}

function rangeErrors(ranges: Spot): readonly FieldError[] {
  const texts = textsOf(ranges);
  const paired = texts.length < 2 || (texts.length === 2 && isDualStack(texts.map((text) => text.replace(/\/.*$/, ''))));
  return [
    ...itemsOf(ranges).flatMap((range) => cidrErrors(range)),
    ...(paired ? [] : [invalidValue(ranges.path, texts, 'may specify no more than one CIDR for each IP family')]),
  ];
}

function changeErrors(node: JsonObject, old: JsonObject): readonly FieldError[] {
  const [spec, before, status] = [at(spot(node), 'spec'), at(spot(old), 'spec'), at(spot(node), 'status')];
  const id = textAt(before, 'providerID');
  const source = at(spec, 'configSource');
  return [
    ...resourceErrors(node),
    ...addressErrors(at(status, 'addresses')),
    ...rangeChangeErrors(textsOf(at(spec, 'podCIDRs')), textsOf(at(before, 'podCIDRs'))),
    ...(id !== '' && id !== textAt(spec, 'providerID')
      ? [forbiddenField('spec.providerID', 'node updates may not change providerID except from "" to valid')]
      : []),
    ...(isSet(source) ? configErrors(source, false) : []),
    ...['assigned', 'active', 'lastKnownGood']
      .map((key) => at(at(status, 'config'), key))
      .filter(isSet)
      .flatMap((place) => configErrors(place, true)),
    ...taintErrors(at(spec, 'taints')),
    ...(textAt(spec, 'externalID') === textAt(before, 'externalID') ? [] : [forbiddenField('spec.externalID', 'may not be updated')]),
  ];
}

function addressErrors(addresses: Spot): readonly FieldError[] {
  const forms = itemsOf(addresses).map(({ value }) => internalForm(value, 'core.NodeAddress'));
  return itemsOf(addresses).flatMap(({ path }, index) => {
    const own = forms[index] ?? null;
    const again = forms.slice(0, index).some((form) => jsonEquals(form, own));
    return again ? [{ type: 'FieldValueDuplicate', field: path, value: own, detail: '' } as const] : [];
  });
}

function rangeChangeErrors(ranges: readonly string[], before: readonly string[]): readonly FieldError[] {
  if (before.length === 0) return [];
  const error = forbiddenField('spec.podCIDRs', RANGES);
  if (before.length !== ranges.length) return [error];
  return before.flatMap((range, index) => (range === ranges[index] ? [] : [error]));
}

/** `settled`: of the status, which names one state of the ConfigMap. */
function configErrors(source: Spot, settled: boolean): readonly FieldError[] {
  const map = at(source, 'configMap');
  const shown = internalForm(source.value, '*core.NodeConfigSource');
  if (!isSet(map)) return [invalidValue(source.path, shown, 'exactly one reference subfield must be non-nil')];
  return [
    ...['uid', 'resourceVersion'].flatMap((key) => stateErrors(at(map, key), key, settled)),
    ...neededName(at(map, 'namespace'), dns1123Label),
    ...neededName(at(map, 'name'), dns1123Subdomain),
    ...neededName(at(map, 'kubeletConfigKey'), configMapKey),
  ];
}

function stateErrors(place: Spot, key: string, settled: boolean): readonly FieldError[] {
  if (settled) return textOf(place) === '' ? [required(place.path)] : [];
  return textOf(place) === '' ? [] : [forbiddenField(place.path, `${key} must not be set in spec`)];
}

function neededName(place: Spot, rule: (text: string) => readonly string[]): readonly FieldError[] {
  return textOf(place) === '' ? [required(place.path)] : fits(place, rule);
}
