// Deployments of many sorts side by side in one namespace: each goes through something that its controller decides.
import type { ClusterUnderTest, Read, Scenario } from './scenario.ts';
import { change, itemsOf, make, until, untilItems } from './scenario.ts';

type Story = (cluster: ClusterUnderTest) => Promise<void>;

const FIRST = 'example.org/web:1';
const MISSING = 'example.org/does-not-exist:1';

function collection({ namespace }: ClusterUnderTest, resource: string): string {
  return `/apis/apps/v1/namespaces/${namespace}/${resource}`;
}

function pathOf(cluster: ClusterUnderTest, name: string): string {
  return `${collection(cluster, 'deployments')}/${name}`;
}

function template(name: string): object {
  return { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'web', image: FIRST }] } };
}

async function deploy(cluster: ClusterUnderTest, name: string, rest: object = {}): Promise<void> {
  const spec = { replicas: 2, selector: { matchLabels: { app: name } }, template: template(name), ...rest };
  await make(cluster, collection(cluster, 'deployments'), { metadata: { name, annotations: { 'example.org/note': name } }, spec });
}

function image(cluster: ClusterUnderTest, name: string, wanted: string): Promise<void> {
  return change(cluster, pathOf(cluster, name), { spec: { template: { spec: { containers: [{ name: 'web', image: wanted }] } } } });
}

/** Until all replicas are of the template as it is now. */
function rolledOut(cluster: ClusterUnderTest, name: string): Promise<void> {
  return until(cluster, pathOf(cluster, name), ({ metadata, spec, status = {} }) => {
    const counts = ['replicas', 'updatedReplicas', 'availableReplicas'].map((count) => status[count]);
    return status['observedGeneration'] === metadata.generation && counts.every((count) => count === spec?.replicas);
  });
}

function saysProgress(reason: string): (object: Read) => boolean {
  return ({ metadata, status = {} }) =>
    status['observedGeneration'] === metadata.generation &&
    ((status['conditions'] ?? []) as readonly { readonly reason: string }[]).some((condition) => condition.reason === reason);
}

const recreated: Story = async (cluster) => {
  await deploy(cluster, 'recreated', { strategy: { type: 'Recreate' } });
  await rolledOut(cluster, 'recreated');
  await image(cluster, 'recreated', 'example.org/web:2');
  await rolledOut(cluster, 'recreated');
};

const held: Story = async (cluster) => {
  await deploy(cluster, 'held');
  await rolledOut(cluster, 'held');
  await change(cluster, pathOf(cluster, 'held'), { spec: { paused: true } });
  await until(cluster, pathOf(cluster, 'held'), saysProgress('DeploymentPaused'));
  await image(cluster, 'held', 'example.org/web:2');
  await change(cluster, pathOf(cluster, 'held'), { spec: { replicas: 4 } });
  await until(cluster, pathOf(cluster, 'held'), ({ status = {} }) => status['availableReplicas'] === 4);
};

const resumed: Story = async (cluster) => {
  await deploy(cluster, 'resumed', { paused: true });
  await until(cluster, pathOf(cluster, 'resumed'), saysProgress('DeploymentPaused'));
  await change(cluster, pathOf(cluster, 'resumed'), { spec: { paused: null } });
  await rolledOut(cluster, 'resumed');
};

const stuck: Story = async (cluster) => {
  await deploy(cluster, 'stuck', { replicas: 4, progressDeadlineSeconds: 3 });
  await rolledOut(cluster, 'stuck');
  await image(cluster, 'stuck', MISSING);
  await until(cluster, pathOf(cluster, 'stuck'), saysProgress('ProgressDeadlineExceeded'));
};

/** A new size in the middle of a rollout is shared out among old and new. */
const shared: Story = async (cluster) => {
  await deploy(cluster, 'shared', { replicas: 4 });
  await rolledOut(cluster, 'shared');
  await image(cluster, 'shared', MISSING);
  await until(cluster, pathOf(cluster, 'shared'), ({ status = {} }) => status['updatedReplicas'] === 2 && status['replicas'] === 5);
  await change(cluster, pathOf(cluster, 'shared'), { spec: { replicas: 8 } });
  await until(cluster, pathOf(cluster, 'shared'), ({ status = {} }) => status['replicas'] === 10);
};

const undone: Story = async (cluster) => {
  await deploy(cluster, 'undone');
  await rolledOut(cluster, 'undone');
  await image(cluster, 'undone', 'example.org/web:2');
  await rolledOut(cluster, 'undone');
  await image(cluster, 'undone', FIRST);
  await rolledOut(cluster, 'undone');
};

const forgetful: Story = async (cluster) => {
  await deploy(cluster, 'forgetful', { revisionHistoryLimit: 1 });
  await rolledOut(cluster, 'forgetful');
  for (const wanted of ['example.org/web:2', 'example.org/web:3']) {
    await image(cluster, 'forgetful', wanted);
    await rolledOut(cluster, 'forgetful');
  }
  await untilItems(cluster, `${collection(cluster, 'replicasets')}`, (sets) => sets.filter(isOf('forgetful')).length === 2);
};

function isOf(name: string): (object: Read) => boolean {
  return ({ metadata }) => metadata.name.startsWith(`${name}-`);
}

const patient: Story = async (cluster) => {
  await deploy(cluster, 'patient', { minReadySeconds: 2, strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: '50%' } } });
  await rolledOut(cluster, 'patient');
  await image(cluster, 'patient', 'example.org/web:2');
  await rolledOut(cluster, 'patient');
};

const adopted: Story = async (cluster) => {
  const selector = { matchLabels: { app: 'adopted' } };
  const spec = { replicas: 1, selector, template: template('adopted') };
  await make(cluster, collection(cluster, 'replicasets'), { metadata: { name: 'orphan', labels: { app: 'adopted' } }, spec });
  await deploy(cluster, 'adopted');
  await rolledOut(cluster, 'adopted');
};

const letGo: Story = async (cluster) => {
  await deploy(cluster, 'letgo');
  await rolledOut(cluster, 'letgo');
  const pods = `/api/v1/namespaces/${cluster.namespace}/pods`;
  const [pod] = (await itemsOf(cluster, pods)).filter(isOf('letgo'));
  await change(cluster, `${pods}/${pod?.metadata.name}`, { metadata: { labels: { app: 'gone' } } });
  await untilItems(cluster, pods, (all) => all.filter(isOf('letgo')).length === 3);
  await rolledOut(cluster, 'letgo');
};

export const DEPLOYMENT_SCENARIO: Scenario = {
  title: 'Deployments are recreated, paused, resumed, stuck, shared out, undone, trimmed, adopt and let go',
  play: async (cluster) => {
    const stories = [recreated, held, resumed, stuck, shared, undone, forgetful, patient, adopted, letGo];
    await Promise.all(stories.map((story) => story(cluster)));
  },
};
