// Our own words for people, in the languages we ship. Words of the API (kinds, reasons, messages) are never translated.

import type { Certainty, ChangeType, NoiseClass } from './change.ts';
import type { CauseKind, CycleState } from './cycle.ts';
import { normaliseLocale } from './locale.ts';

export type Words = {
  readonly changeTypes: Readonly<Record<ChangeType, string>>;
  readonly causes: Readonly<Record<CauseKind, string>>;
  readonly cycleStates: Readonly<Record<CycleState, string>>;
  readonly certainties: Readonly<Record<Certainty, string>>;
  readonly noise: Readonly<Record<NoiseClass, string>>;
};

const ENGLISH: Words = {
  changeTypes: { Present: 'present', Creation: 'created', Update: 'updated', Deletion: 'deleted', Event: 'event' },
  causes: {
    created: 'created',
    inProgress: 'already in progress',
    generation: 'spec changed',
    deletion: 'deletion',
    expression: 'left its terminal state',
    unprompted: 'unprompted',
  },
  cycleStates: { open: 'open', reached: 'reached', closed: 'closed' },
  certainties: { observed: 'observed', recovered: 'recovered', inferred: 'inferred', reconstructed: 'reconstructed' },
  noise: {
    managedFields: 'bookkeeping',
    heartbeat: 'heartbeat',
    times: 'times only',
    leaderElection: 'leader election',
    fieldFight: 'field fight',
    unchanged: 'unchanged',
  },
};

const CHINESE: Words = {
  changeTypes: { Present: '已存在', Creation: '创建', Update: '更新', Deletion: '删除', Event: '事件' },
  causes: {
    created: '创建',
    inProgress: '已在进行中',
    generation: '规格变更',
    deletion: '删除',
    expression: '离开终态',
    unprompted: '自发变化',
  },
  cycleStates: { open: '进行中', reached: '已到达', closed: '已结束' },
  certainties: { observed: '已观察', recovered: '已找回', inferred: '推断', reconstructed: '重建' },
  noise: {
    managedFields: '字段归属记录',
    heartbeat: '心跳',
    times: '仅时间',
    leaderElection: '选主',
    fieldFight: '字段争夺',
    unchanged: '无变化',
  },
};

/** The words for a locale; English where there are none. Any Chinese locale gets simplified Chinese. */
export function wordsFor(locale: string): Words {
  return normaliseLocale(locale).split('-')[0] === 'zh' ? CHINESE : ENGLISH;
}
