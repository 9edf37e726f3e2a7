// Metrics that an autoscaler goes by.
import { compareQuantities } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { forbiddenField, invalidValue, notSupported, required } from '../../field-error.ts';
import { containerResourceNameErrors } from '../../pod-spec/resource-names.ts';
import { fits, invalidAt, invalidIf, quantityOf, ZERO } from '../../validation/checks.ts';
import { dns1123Label, pathSegmentName } from '../../validation/name-rules.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, isSet, numberOf, textOf } from '../../validation/spot.ts';
import { referenceErrors } from './reference.ts';

type Source = { readonly key: string; readonly check: (source: Spot) => readonly FieldError[] };

/** By type, in the order in which they are looked at. */
const SOURCES: Readonly<Record<string, Source>> = {
  Object: { key: 'object', check: objectErrors },
  External: { key: 'external', check: externalErrors },
  Pods: { key: 'pods', check: podsErrors },
  Resource: { key: 'resource', check: resourceErrors },
  ContainerResource: { key: 'containerResource', check: containerErrors },
};
const TYPES = Object.keys(SOURCES).toSorted();

export function metricErrors(metric: Spot): readonly FieldError[] {
  const type = at(metric, 'type');
  const own = Object.hasOwn(SOURCES, textOf(type)) ? SOURCES[textOf(type)] : undefined;
  const unknown = notSupported(type.path, textOf(type), TYPES);
  const given = Object.values(SOURCES).filter(({ key }) => isSet(at(metric, key)));
  const [first] = given;
  const others = given.length === 1 ? [] : given.filter(({ key }) => key !== own?.key);
  const missing = own !== undefined && !isSet(at(metric, own.key));
  return [
    ...(textOf(type) === '' ? [required(type.path, 'must specify a metric source type')] : []),
    ...(own === undefined ? [unknown] : []),
    ...(first === undefined ? [] : first.check(at(metric, first.key))),
    ...(missing ? [required(at(metric, own.key).path, 'must populate information for the given metric source')] : []),
    ...(own === undefined ? [unknown] : []),
    ...others.map(({ key }) => forbiddenField(at(metric, key).path, 'must populate the given metric source only')),
  ];
}

function objectErrors(source: Spot): readonly FieldError[] {
  const target = at(source, 'target');
  return [
    ...referenceErrors(at(source, 'describedObject'), { any: false, core: true }),
    ...identifierErrors(at(source, 'metric')),
    ...targetErrors(target),
    ...(has(target, 'value', 'averageValue')
      ? []
      : [required(at(target, 'averageValue').path, 'must set either a target value or averageValue')]),
  ];
}

function externalErrors(source: Spot): readonly FieldError[] {
  const target = at(source, 'target');
  const both = has(target, 'value') && has(target, 'averageValue');
  return [
    ...identifierErrors(at(source, 'metric')),
    ...targetErrors(target),
    ...(has(target, 'value', 'averageValue')
      ? []
      : [required(at(target, 'averageValue').path, 'must set either a target value for metric or a per-pod target')]),
    ...(both ? [forbiddenField(at(target, 'value').path, 'may not set both a target value for metric and a per-pod target')] : []),
  ];
}

function podsErrors(source: Spot): readonly FieldError[] {
  const target = at(source, 'target');
  return [
    ...identifierErrors(at(source, 'metric')),
    ...targetErrors(target),
    ...(has(target, 'averageValue') ? [] : [required(at(target, 'averageValue').path, 'must specify a positive target averageValue')]),
  ];
}

function containerErrors(source: Spot): readonly FieldError[] {
  const [name, container] = [at(source, 'name'), at(source, 'container')];
  return [
    ...(textOf(name) === '' ? [required(name.path, 'must specify a resource name')] : containerResourceNameErrors(textOf(name), name.path)),
    ...(textOf(container) === '' ? [required(container.path, 'must specify a container')] : fits(container, dns1123Label)),
    ...utilizationErrors(at(source, 'target')),
  ];
}

function resourceErrors(source: Spot): readonly FieldError[] {
  const name = at(source, 'name');
  return [
    ...(textOf(name) === '' ? [required(name.path, 'must specify a resource name')] : []),
    ...utilizationErrors(at(source, 'target')),
  ];
}

function utilizationErrors(target: Spot): readonly FieldError[] {
  const both = has(target, 'averageUtilization') && has(target, 'averageValue');
  const neither = !has(target, 'averageUtilization', 'averageValue');
  return [
    ...targetErrors(target),
    ...(neither ? [required(at(target, 'averageUtilization').path, 'must set either a target raw value or a target utilization')] : []),
    ...(both ? [forbiddenField(at(target, 'averageValue').path, 'may not set both a target raw value and a target utilization')] : []),
  ];
}

function has(target: Spot, ...keys: readonly string[]): boolean {
  return keys.some((key) => isSet(at(target, key)));
}

function targetErrors(target: Spot): readonly FieldError[] {
  const [type, utilization] = [at(target, 'type'), at(target, 'averageUtilization')];
  const known = ['Utilization', 'Value', 'AverageValue'].includes(textOf(type));
  return [
    ...(textOf(type) === '' ? [required(type.path, 'must specify a metric target type')] : []),
    ...(known ? [] : [invalidValue(type.path, textOf(type), 'must be either Utilization, Value, or AverageValue')]),
    ...['value', 'averageValue']
      .map((key) => at(target, key))
      .flatMap((amount) =>
        isSet(amount) && compareQuantities(quantityOf(amount), ZERO) <= 0 ? [invalidAt(amount, 'must be positive')] : [],
      ),
    ...invalidIf((numberOf(utilization) ?? 1) < 1, utilization, 'must be greater than 0'),
  ];
}

function identifierErrors(metric: Spot): readonly FieldError[] {
  const name = at(metric, 'name');
  return textOf(name) === '' ? [required(name.path, 'must specify a metric name')] : fits(name, pathSegmentName);
}
