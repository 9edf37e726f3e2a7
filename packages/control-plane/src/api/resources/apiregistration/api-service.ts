// APIService: named after what it serves. What this server serves itself is available at once.
import { stringAt } from '@rectrace/kube';
import { invalidValue } from '../../field-error.ts';
import { nameOf } from '../../metadata.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { pathSegmentName } from '../../validation/name-rules.ts';

const LOCAL = { type: 'Available', status: 'True', reason: 'Local', message: 'Local APIServices are always available' };

export function apiServiceStrategy(base: ResourceStrategy): ResourceStrategy {
  return {
    ...base,
    nameRule: pathSegmentName,
    prepareForCreate: (service, { now }) => {
      const local = stringAt(service, ['spec', 'service', 'name']) === undefined;
      service['status'] = local ? { conditions: [{ ...LOCAL, lastTransitionTime: now }] } : {};
    },
    validate: (service) => {
      const wanted = `${stringAt(service, ['spec', 'version']) ?? ''}.${stringAt(service, ['spec', 'group']) ?? ''}`;
      const detail = `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(wanted)}`;
      return nameOf(service) === wanted ? [] : [invalidValue('metadata.name', nameOf(service), detail)];
    },
  };
}
