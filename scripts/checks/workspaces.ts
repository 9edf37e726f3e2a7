// The workspaces of the repository and which of them each may import: docs in ARCHITECTURE.md, "Arrows".

/** Folder of a workspace, e.g. `packages/kube`. */
export type Workspace = string;

const BELOW_PLANNER = ['kube', 'trace', 'trace-api', 'history', 'cluster', 'view', 'control-plane', 'sandbox'];

/** package -> packages it may import; what is missing here may import nothing. */
const PACKAGE_ARROWS: Readonly<Record<string, readonly string[]>> = {
  kube: [],
  trace: ['kube'],
  'trace-api': ['kube'],
  history: ['kube', 'trace'],
  cluster: ['kube', 'trace'],
  view: ['kube', 'trace'],
  'control-plane': ['kube'],
  sandbox: ['kube'],
  models: BELOW_PLANNER,
  planner: BELOW_PLANNER,
  'test-kit': BELOW_PLANNER,
};

/** These stand outside the product and see all of it; nothing of the product sees them. */
const OUTSIDE = ['testbed', 'testing', 'bench', 'conformance', 'scripts'];

export function workspaceOf(file: string): Workspace | undefined {
  const grouped = /^(packages|apps)\/[^/]+/.exec(file);
  if (grouped !== null) return grouped[0];
  return OUTSIDE.find((folder) => file.startsWith(`${folder}/`));
}

/** `@rectrace/kube` -> `packages/kube`. Apps and testbed carry the scope too. */
export function workspaceOfPackage(name: string): Workspace {
  const bare = name.replace('@rectrace/', '');
  if (OUTSIDE.includes(bare)) return bare;
  return bare in PACKAGE_ARROWS ? `packages/${bare}` : `apps/${bare}`;
}

/** Who may use the testbed: tests against the real control plane, and what only tests import. */
export function mayUseTestbed(file: string, onlyForTests: ReadonlySet<string>): boolean {
  const from = workspaceOf(file);
  if (from === undefined || OUTSIDE.includes(from) || /\.(real|long)\.test\.ts$/.test(file)) return true;
  return onlyForTests.has(file) && !file.endsWith('.test.ts');
}

/** Who may use what unit tests share: tests, and what only tests import. */
export function mayUseTesting(file: string, onlyForTests: ReadonlySet<string>): boolean {
  return mayUseTestbed(file, onlyForTests) || onlyForTests.has(file);
}

/** Whether `file` may import a workspace of the product. */
export function mayImport(file: string, target: Workspace): boolean {
  const from = workspaceOf(file);
  if (from === undefined || OUTSIDE.includes(from)) return true;
  if (!target.startsWith('packages/')) return false;
  if (from.startsWith('apps/')) return true;
  return (PACKAGE_ARROWS[from.replace('packages/', '')] ?? []).includes(target.replace('packages/', ''));
}

/** Builds for the browser: no Node modules, no clock, no chance, no I/O. */
export function isPure(file: string): boolean {
  return /^packages\/(kube|trace|trace-api|view)\/src\/|^packages\/control-plane\/src\/(api|controllers)\//.test(file);
}
