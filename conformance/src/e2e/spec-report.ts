// What a run of e2e.test leaves behind: ginkgo's report in JSON.

export type SpecOutcome = {
  readonly name: string;
  /** As ginkgo calls it: `passed`, `failed`, `interrupted`, `skipped`, …; `missing` where it never came to an end. */
  readonly state: string;
  readonly seconds: number;
  /** Why it has not passed; empty where it has. */
  readonly reason: string;
};

type SpecReport = {
  readonly ContainerHierarchyTexts: readonly string[] | null;
  readonly LeafNodeType: string;
  readonly LeafNodeText: string;
  readonly State: string;
  /** Nanoseconds. */
  readonly RunTime: number;
  readonly Failure?: { readonly Message?: string };
};

const REASON_LENGTH = 600;

/** Of the specs that ran, those of `names`: one that an interruption left out is not among them. */
export function outcomesIn(report: string, names: readonly string[]): readonly SpecOutcome[] {
  const [suite] = JSON.parse(report) as readonly [{ readonly SpecReports: readonly SpecReport[] | null }];
  return (suite.SpecReports ?? [])
    .filter((spec) => spec.LeafNodeType === 'It')
    .map(outcomeOf)
    .filter((outcome) => names.includes(outcome.name) && !isLeftOut(outcome));
}

function outcomeOf({ ContainerHierarchyTexts, LeafNodeText, State, RunTime, Failure }: SpecReport): SpecOutcome {
  const words = [...(ContainerHierarchyTexts ?? []), LeafNodeText].filter((text) => text !== '');
  const reason = State === 'passed' ? '' : (Failure?.Message ?? '').slice(0, REASON_LENGTH);
  return { name: words.join(' '), state: State, seconds: Math.round(RunTime / 1e7) / 100, reason };
}

/** What skips itself says why. */
function isLeftOut({ state, reason }: SpecOutcome): boolean {
  return state === 'skipped' && (reason === '' || /interrupt/i.test(reason));
}
