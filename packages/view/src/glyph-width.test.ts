import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutEnd, cutMiddle, padEnd, textWidth } from './glyph-width.ts';

describe('textWidth', () => {
  test.each([
    ['plain', 5],
    ['数据库', 6],
    ['ｆｕｌｌ', 8],
    ['한국어', 6],
    ['🚀', 2],
    ['👩‍👩‍👧', 2],
    ['🇩🇪', 2],
    ['❤️', 2],
    ['❤', 1],
    ['é', 1],
    ['e\u0301', 1],
    ['a\u200bb', 2],
    ['├─ ✓', 4],
    ['»≈■□▶✓✗…', 8],
    ['▶\ufe0f', 2],
  ])('%s takes %i columns', (text, width) => {
    expect(textWidth(text)).toBe(width);
  });
});

describe('cutting', () => {
  test('a wide glyph that does not fit is left out whole', () => {
    expect(cutEnd('数据库', 4)).toBe('数…');
    expect(cutEnd('ab👩‍👩‍👧cd', 4)).toBe('ab…');
  });

  test('a name keeps its beginning and its end', () => {
    expect(cutMiddle('cart-cache-redis-sentinel-0', 13)).toBe('cart-c…inel-0');
  });

  test('text of any glyphs never exceeds the width, and fits unchanged where there is room', () => {
    const glyphs = fc
      .array(fc.constantFrom('a', '数', '🚀', 'e\u0301', '👩‍👩‍👧', ' ', '-'), { maxLength: 30 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(glyphs, fc.integer({ min: 1, max: 40 }), (text, width) => {
        for (const cut of [cutEnd, cutMiddle]) {
          expect(textWidth(cut(text, width))).toBeLessThanOrEqual(width);
          if (textWidth(text) <= width) expect(cut(text, width)).toBe(text);
        }
        expect(textWidth(padEnd(cutEnd(text, width), width))).toBe(width);
      }),
    );
  });
});
