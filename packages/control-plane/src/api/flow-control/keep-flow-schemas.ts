// Keeps what FlowSchemas say of themselves: whether the priority level is there that they name. Looks after every write to either kind.
import type { Clock, JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt } from '@rectrace/kube';
import type { InProcessClient } from '../../in-process-client.ts';
import type { Store } from '../../storage/store.ts';
import { nameOf, timestamp } from '../metadata.ts';
import { FLOW_SCHEMAS, levelOf, objectsIn, PRIORITY_LEVELS } from './flow-table.ts';

export type Keeping = { readonly store: Store; readonly client: InProcessClient; readonly clock: Clock };

const API_VERSION = 'flowcontrol.apiserver.k8s.io/v1';
const MANAGER = 'api-priority-and-fairness-config-consumer-v1';
const CONDITION = 'Dangling';

/** From now on. */
export function keepFlowSchemas(keeping: Keeping): void {
  const { store } = keeping;
  let asked = false;
  let looking = false;
  const look = async (): Promise<void> => {
    while (asked) {
      asked = false;
      await settle(keeping);
    }
    looking = false;
  };
  const onWrite = (): void => {
    asked = true;
    if (looking) return;
    looking = true;
    void Promise.resolve().then(look);
  };
  for (const resource of [FLOW_SCHEMAS, PRIORITY_LEVELS]) store.watch(resource, { after: store.revision, onWrite });
}

async function settle({ store, client, clock }: Keeping): Promise<void> {
  const levels = new Set(objectsIn(store, PRIORITY_LEVELS).map(nameOf));
  for (const schema of objectsIn(store, FLOW_SCHEMAS)) {
    const condition = conditionOf(schema, levels);
    if (says(schema, condition)) continue;
    const name = nameOf(schema);
    const status = { conditions: [{ ...condition, lastTransitionTime: timestamp(clock.now()) }] };
    // One that is gone in the meantime needs nothing more.
    await client.request({
      method: 'PATCH',
      path: `/apis/${API_VERSION}/flowschemas/${name}/status?fieldManager=${MANAGER}&force=true`,
      contentType: 'application/apply-patch+yaml',
      body: { apiVersion: API_VERSION, kind: 'FlowSchema', metadata: { name }, status },
    });
  }
}

function conditionOf(schema: JsonObject, levels: ReadonlySet<string>): JsonObject {
  const level = levelOf(schema);
  const named = `This FlowSchema references the PriorityLevelConfiguration object named ${JSON.stringify(level)}`;
  return levels.has(level)
    ? { type: CONDITION, status: 'False', reason: 'Found', message: `${named} and it exists` }
    : { type: CONDITION, status: 'True', reason: 'NotFound', message: `${named} but there is no such object` };
}

function says(schema: JsonObject, wanted: JsonObject): boolean {
  const told = listAt(schema, ['status', 'conditions']).find((condition) => isJsonObject(condition) && condition['type'] === CONDITION);
  return isJsonObject(told) && ['status', 'reason', 'message'].every((field) => told[field] === wanted[field]);
}
