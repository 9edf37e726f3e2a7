// StatefulSet: pods with names of their own, and claims made for each. How many pods may be away at once is a feature that is off.
import type { Json, JsonObject } from '@rectrace/kube';
import { listAt } from '@rectrace/kube';
import type { Draft } from '../../draft.ts';
import { descend } from '../../draft.ts';
import type { FieldError } from '../../field-error.ts';
import { forbiddenField, invalidValue, notSupported, required } from '../../field-error.ts';
import { podAnnotationErrors } from '../../pod-spec/pod-annotations.ts';
import { podTemplateErrors } from '../../pod-spec/pod-template.ts';
import { claimWarnings } from '../../pod-spec/pod-warnings.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { fitsIfSet, invalidAt, notNegative } from '../../validation/checks.ts';
import { internalForm, semanticEquals } from '../../validation/internal-form.ts';
import { labelMapErrors, selectorErrors } from '../../validation/label-selectors.ts';
import { dns1123Label } from '../../validation/name-rules.ts';
import { validateAnnotations } from '../../validation/object-meta.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, entriesOf, isSet, itemsOf, numberOf, spot, textAt, textOf } from '../../validation/spot.ts';
import { checkedBy } from '../checked-by.ts';
import { claimSpecErrors } from '../core/claim-spec.ts';
import { statusCountErrors } from './status-counts.ts';
import { withTemplate } from './templated.ts';
import { agreementErrors, alwaysRunningErrors, shownSelector, workloadSelectorErrors } from './workload-errors.ts';

const STATUS = statusCountErrors({
  counts: ['replicas', 'readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas', 'observedGeneration', 'collisionCount'],
  parts: ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'],
  ready: 'status.readyReplicas',
  growing: 'collisionCount',
});

const ORDERS = ['OrderedReady', 'Parallel'];
const STRATEGIES = ['RollingUpdate', 'OnDelete'];
const FIXED: Readonly<Record<string, string>> = {
  serviceName: 'string',
  selector: '*Served',
  podManagementPolicy: 'string',
};
const IMMUTABLE =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";

export function statefulSetStrategy(base: ResourceStrategy): ResourceStrategy {
  const templated = withTemplate({ ...base, nameRule: dns1123Label }, 'spec', 'template');
  return checkedBy(
    {
      ...templated,
      warnings: (set, old) => [...(templated.warnings?.(set, old) ?? []), ...setWarnings(at(spot(set), 'spec'), old !== undefined)],
      prepareForCreate: (set, context) => {
        templated.prepareForCreate?.(set, context);
        dropMaxUnavailable(set);
      },
      prepareForUpdate: (set, old, context) => {
        templated.prepareForUpdate?.(set, old, context);
        dropMaxUnavailable(set);
      },
    },
    {
      errors: (set) => specErrors(set, { isNew: true, skipsTemplate: false }),
      update: (set, old) => {
        const skipsTemplate = specErrors(old, { isNew: false, skipsTemplate: false }).length > 0;
        return [...specErrors(set, { isNew: false, skipsTemplate }), ...fixedErrors(set, old)];
      },
      status: STATUS,
    },
  );
}

function setWarnings(spec: Spot, changed: boolean): readonly string[] {
  const negative = (numberOf(at(spec, 'revisionHistoryLimit')) ?? 0) < 0;
  const claims = itemsOf(at(spec, 'volumeClaimTemplates'));
  return [
    // The server leaves out the claim's spec where it names the field, and names it otherwise on updates.
    ...claims.flatMap((claim) => claimWarnings({ ...at(claim, 'spec'), path: changed ? `${claim.path}.Spec` : claim.path })),
    ...(negative ? ['spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended'] : []),
  ];
}

function dropMaxUnavailable(set: Draft): void {
  const rolling = descend(set, 'spec', 'updateStrategy', 'rollingUpdate');
  if (rolling !== undefined) delete rolling['maxUnavailable'];
}

type SetRules = {
  readonly isNew: boolean;
  /** The old template has faults already. */
  readonly skipsTemplate: boolean;
};

function specErrors(set: JsonObject, rules: SetRules): readonly FieldError[] {
  const spec = at(spot(set), 'spec');
  return [
    ...orderErrors(at(spec, 'podManagementPolicy')),
    ...updateErrors(at(spec, 'updateStrategy')),
    ...retentionErrors(at(spec, 'persistentVolumeClaimRetentionPolicy')),
    ...(rules.isNew ? claimErrors(at(spec, 'volumeClaimTemplates')) : []),
    ...notNegative(at(spec, 'replicas')),
    ...notNegative(at(spec, 'minReadySeconds')),
    ...notNegative(at(at(spec, 'ordinals'), 'start')),
    ...(rules.isNew ? fitsIfSet(at(spec, 'serviceName'), dns1123Label) : []),
    ...workloadSelectorErrors(at(spec, 'selector'), 'empty selector is invalid for statefulset'),
    ...templateErrors(spec, rules),
    ...alwaysRunningErrors(at(at(spec, 'template'), 'spec'), 'StatefulSet'),
  ];
}

function orderErrors(policy: Spot): readonly FieldError[] {
  if (textOf(policy) === '') return [required(policy.path)];
  return ORDERS.includes(textOf(policy)) ? [] : [invalidAt(policy, `must be '${ORDERS.join("' or '")}'`)];
}

function updateErrors(strategy: Spot): readonly FieldError[] {
  const rolling = at(strategy, 'rollingUpdate');
  switch (textAt(strategy, 'type')) {
    case '':
      return [required(strategy.path)];
    case 'RollingUpdate':
      return notNegative(at(rolling, 'partition'));
    case 'OnDelete': {
      const shown = internalForm(rolling.value, '*apps.RollingUpdateStatefulSetStrategy');
      return isSet(rolling) ? [invalidValue(rolling.path, shown, "only allowed for updateStrategy 'RollingUpdate'")] : [];
    }
    default: {
      const shown = internalForm(strategy.value, 'apps.StatefulSetUpdateStrategy');
      return [invalidValue(strategy.path, shown, `must be '${STRATEGIES.join("' or '")}'`)];
    }
  }
}

function retentionErrors(policy: Spot): readonly FieldError[] {
  if (!isSet(policy)) return [];
  return ['whenDeleted', 'whenScaled'].flatMap((key) => {
    const place = at(policy, key);
    const known = ['Retain', 'Delete'];
    return known.includes(textOf(place)) ? [] : [notSupported(place.path, textOf(place), known)];
  });
}

function claimErrors(templates: Spot): readonly FieldError[] {
  return itemsOf(templates).flatMap((template) => claimSpecErrors(at(template, 'spec'), { anyGroup: false }));
}

function templateErrors(spec: Spot, { skipsTemplate }: SetRules): readonly FieldError[] {
  const [selector, template] = [at(spec, 'selector'), filledTemplate(spec)];
  if (selectorErrors(selector).length > 0) return [invalidAt(shownSelector(selector), '')];
  const metadata = at(template, 'metadata');
  const path = `${template.path}.annotations`;
  const annotations = Object.fromEntries(entriesOf(at(metadata, 'annotations')).map(([key, place]) => [key, textOf(place)]));
  return [
    ...agreementErrors(selector, at(metadata, 'labels')),
    ...(skipsTemplate ? [] : podTemplateErrors(template)),
    ...labelMapErrors({ ...at(metadata, 'labels'), path: `${template.path}.labels` }),
    ...validateAnnotations(annotations, path),
    ...podAnnotationErrors(annotations, at(template, 'spec'), path),
  ];
}

/** As its pods will be: with a volume for each claim, and without the names that each gets. */
function filledTemplate(spec: Spot): Spot {
  const template = at(spec, 'template');
  const claims = [
    ...new Set(listAt(spec.value ?? null, ['volumeClaimTemplates']).map((claim) => textAt(at(spot(claim), 'metadata'), 'name'))),
  ];
  const own = itemsOf(at(at(template, 'spec'), 'volumes')).filter((volume) => !claims.includes(textAt(volume, 'name')));
  const made: readonly Json[] = claims.map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  const podSpec = {
    ...(at(template, 'spec').value as JsonObject),
    hostname: '',
    subdomain: '',
    ...(claims.length === 0 ? {} : { volumes: [...made, ...own.map(({ value }) => value ?? null)] }),
  };
  return { ...template, value: { ...(template.value as JsonObject), spec: podSpec } };
}

function fixedErrors(set: JsonObject, old: JsonObject): readonly FieldError[] {
  const [spec, before] = [at(spot(set), 'spec'), at(spot(old), 'spec')];
  const same = Object.entries(FIXED).every(([key, type]) => semanticEquals(at(spec, key).value, at(before, key).value, type));
  return same && sameClaims(at(spec, 'volumeClaimTemplates'), at(before, 'volumeClaimTemplates'))
    ? []
    : [forbiddenField('spec', IMMUTABLE)];
}

function sameClaims(claims: Spot, before: Spot): boolean {
  const [now, was] = [itemsOf(claims), itemsOf(before)];
  return (
    now.length === was.length &&
    now.every((claim, index) => {
      const old = was[index];
      if (old === undefined) return false;
      const sameSpec = semanticEquals(at(claim, 'spec').value, at(old, 'spec').value, 'core.PersistentVolumeClaimSpec');
      return sameSpec && ['metadata', 'status'].every((key) => semanticEquals(at(claim, key).value, at(old, key).value, 'Served'));
    })
  );
}
