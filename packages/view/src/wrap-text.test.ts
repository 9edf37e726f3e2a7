import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textWidth } from './glyph-width.ts';
import { wrapText } from './wrap-text.ts';

test('lines break at blanks where the next word would fit a line of its own', () => {
  expect(wrapText('Back-off pulling image "nginx"', 16)).toEqual(['Back-off pulling', 'image "nginx"']);
});

test('a word longer than the line is broken', () => {
  expect(wrapText('xxxxxxxxxxxx', 5)).toEqual(['xxxxx', 'xxxxx', 'xx']);
});

test('text of any words keeps all its letters and the width', () => {
  const words = fc.array(fc.constantFrom('a', 'bcd', '数据库', '🚀🚀🚀', 'looooooooong'), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(words, fc.integer({ min: 2, max: 30 }), (parts, width) => {
      const lines = wrapText(parts.join(' '), width);
      expect(lines.join('').replaceAll(' ', '')).toBe(parts.join(''));
      for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(width);
    }),
  );
});
