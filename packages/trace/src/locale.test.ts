import { asUid, parseJson } from '@rectrace/kube';
import { describe, expect, it } from 'vitest';
import type { Change } from './change.ts';
import { describeChange } from './description.ts';
import { EMPTY_LOCALES, formatLocaleProblem, parseLocales } from './locale.ts';
import { wordsFor } from './words.ts';

const EN = ['v1/Pod/Creation=Pod %s/%s is created.', 'v1/Node/Update=Node %s%s moved, 100%%', 'apps/v1/Deployment/Update=updated'].join(
  '\n',
);
const ZH = ['v1/Pod/Creation=Pod %s/%s 创建成功。', 'a \\= b happened=发生了 a = b', 'Scaled up %s=扩容 %s'].join('\r\n');
const { table, problems } = parseLocales({ en: EN, zh_CN: ZH });

type Described = Pick<Change, 'type' | 'ref' | 'event'>;

function change(kind: string, type: Change['type'], message?: string): Described {
  const ref = {
    group: kind === 'Deployment' ? 'apps' : '',
    version: 'v1',
    kind,
    namespace: kind === 'Node' ? '' : 'shop',
    name: 'a',
    uid: asUid('u'),
  };
  if (message === undefined) return { type, ref };
  return { type, ref, event: { uid: 'e', name: 'e', namespace: 'shop', type: 'Normal', reason: 'r', message, count: 1, reporter: '' } };
}

describe('describeChange', () => {
  it('takes the text of the table with namespace and name, else the change type', () => {
    expect(describeChange(change('Pod', 'Creation'), table)).toEqual({ description: 'Pod shop/a is created.' });
    expect(describeChange(change('Node', 'Update'), table)).toEqual({ description: 'Node a moved, 100%' });
    expect(describeChange(change('Deployment', 'Update'), table)).toEqual({ description: 'updated' });
    expect(describeChange(change('Pod', 'Deletion'), table)).toEqual({ description: 'Deletion' });
    expect(describeChange(change('Pod', 'Creation'), EMPTY_LOCALES)).toEqual({ description: 'Creation' });
  });

  it.each(['zh_CN', 'zh_cn', 'ZH-CN', 'zh-cn'])('finds the locale however it is written: %s', (locale) => {
    expect(describeChange(change('Pod', 'Creation'), table, locale)).toEqual({
      description: 'Pod shop/a is created.',
      localDescription: 'Pod shop/a 创建成功。',
    });
  });

  it('falls back to the description where the locale has no text', () => {
    expect(describeChange(change('Node', 'Update'), table, 'zh_CN').localDescription).toBe('Node a moved, 100%');
    expect(describeChange(change('Pod', 'Creation'), table, 'fr').localDescription).toBe('Pod shop/a is created.');
    expect(describeChange(change('Pod', 'Creation'), parseLocales({ zh: ZH }).table, 'zh_CN').localDescription).toBe(
      'Pod shop/a 创建成功。',
    );
  });

  it("takes an Event's message as it stands and looks it up whole", () => {
    expect(describeChange(change('Pod', 'Event', 'a = b happened'), table, 'zh_CN')).toEqual({
      description: 'a = b happened',
      localDescription: '发生了 a = b',
    });
    expect(describeChange(change('Pod', 'Event', 'Scaled up %s'), table, 'zh_CN').localDescription).toBe('扩容 %s');
    expect(describeChange(change('Pod', 'Event', 'toString'), table, 'zh_CN')).toEqual({
      description: 'toString',
      localDescription: 'toString',
    });
  });
});

describe('parseLocales', () => {
  it('has no problem with the tables above', () => {
    expect(problems).toEqual([]);
  });

  it('names each malformed line with its number and keeps the others', () => {
    const read = parseLocales({ zh: 7, en: '# comment\nnonsense\n\nv1/Pod/Update=ok=fine\n=no key\nescaped \\= only' });
    expect(read.problems.map(formatLocaleProblem)).toEqual([
      'en: line 2 is not KEY=TEXT: nonsense',
      'en: line 5 is not KEY=TEXT: =no key',
      'en: line 6 is not KEY=TEXT: escaped \\= only',
      'zh: not a text',
    ]);
    expect(read.table.get('en')).toEqual(new Map([['v1/Pod/Update', 'ok=fine']]));
  });

  it('takes __proto__ as an ordinary locale and key', () => {
    const data = parseJson('{"__proto__":"__proto__=x"}');
    expect(
      parseLocales(data as Record<string, string>)
        .table.get('--proto--')
        ?.get('__proto__'),
    ).toBe('x');
  });
});

describe('wordsFor', () => {
  it('knows English and Chinese', () => {
    expect(wordsFor('zh_CN').changeTypes.Deletion).toBe('删除');
    expect(wordsFor('en-GB').changeTypes.Deletion).toBe('deleted');
    expect(wordsFor('').changeTypes.Deletion).toBe('deleted');
  });
});
