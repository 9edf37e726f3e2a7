import { readFileSync } from 'node:fs';
import { CHANGE_TYPE } from '@rectrace/view';
import { expect, test } from 'vitest';
import { SELECTION_FLAGS } from './change-selection.ts';

type Form = { readonly name: string; readonly fields: ReadonlyMap<string, unknown> };

const DOCS = new URL('../../../docs/reference/', import.meta.url);

function fieldsOf(form: typeof CHANGE_TYPE): readonly string[] {
  if (form.kind === 'nullable') return fieldsOf(form.inner);
  if (form.kind === 'list') return fieldsOf(form.element);
  return form.kind === 'object' ? [...form.fields.keys()] : [];
}

test('the form of a change for expressions has the fields of the published schema, and the document names each', () => {
  const { definitions } = JSON.parse(readFileSync(new URL('output.schema.json', DOCS), 'utf8'));
  const listed = /`--filter` is CEL over `change`[\s\S]*?\n\n/.exec(readFileSync(new URL('cli.md', DOCS), 'utf8'))?.[0] ?? '';
  const { fields }: Form = CHANGE_TYPE.kind === 'object' ? CHANGE_TYPE : { name: '', fields: new Map() };
  const parts = [
    { schema: definitions.change, form: CHANGE_TYPE },
    ...['object', 'writer', 'event'].map((name) => ({ schema: definitions[name], form: fields.get(name) as typeof CHANGE_TYPE })),
    { schema: definitions.fieldChange, form: fields.get('diff') as typeof CHANGE_TYPE },
  ];
  for (const { schema, form } of parts) {
    const named = Object.keys(schema.properties).filter((name) => form !== CHANGE_TYPE || name !== 'kind');
    expect(fieldsOf(form).toSorted()).toEqual(named.toSorted());
    for (const name of named) expect(listed).toContain(`\`${name}\``);
  }
});

test('the help of --filter names the fields', () => {
  const help = SELECTION_FLAGS.find(({ flags }) => flags.startsWith('--filter'))?.text ?? '';
  for (const field of fieldsOf(CHANGE_TYPE)) expect(help).toContain(field);
});
