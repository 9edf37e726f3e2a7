// The kinds that random stories are told of.
import { configMapsIn, deploymentsIn, LABELS, MERGE_PATCH, STRATEGIC_PATCH } from '../cases/apply-bodies.ts';
import { groupFor } from '../cases/definition-bodies.ts';
import { establishParts } from '../cases/part-bodies.ts';
import type { StoryKind } from './apply-story.ts';
import { CONFIG_MAP_FIELDS, DEPLOYMENT_FIELDS, SERVICE_FIELDS, WIDGET_FIELDS } from './random-fields.ts';

const template = { metadata: { labels: LABELS }, spec: { containers: [{ name: 'z', image: 'z:1' }] } };

/** `namespace`: where the custom resource is told of, whose group is named after it. */
export function storyKinds(namespace: string): readonly StoryKind[] {
  return [
    {
      title: 'ConfigMap',
      apiVersion: 'v1',
      kind: 'ConfigMap',
      fields: CONFIG_MAP_FIELDS,
      patchType: MERGE_PATCH,
      hasStatus: false,
      prepare: async (_subject, where) => configMapsIn(where),
      base: {},
    },
    {
      title: 'Service',
      apiVersion: 'v1',
      kind: 'Service',
      fields: SERVICE_FIELDS,
      patchType: MERGE_PATCH,
      hasStatus: false,
      prepare: async (_subject, where) => `/api/v1/namespaces/${where}/services`,
      base: { spec: { type: 'ExternalName', externalName: 'a.example.com' } },
    },
    {
      title: 'Deployment',
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      fields: DEPLOYMENT_FIELDS,
      patchType: STRATEGIC_PATCH,
      hasStatus: true,
      prepare: async (_subject, where) => deploymentsIn(where),
      base: { spec: { selector: { matchLabels: LABELS }, template } },
    },
    {
      title: 'custom resource',
      apiVersion: `${groupFor(namespace)}/v1`,
      kind: 'Widget',
      fields: WIDGET_FIELDS,
      patchType: MERGE_PATCH,
      hasStatus: true,
      prepare: establishParts,
      base: {},
    },
  ];
}
