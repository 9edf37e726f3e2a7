import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clipText, textSize, wireSize } from './wire-size.ts';

/** As encoders that escape everything beyond ASCII and what HTML could misread. */
function mostEscaped(text: string): string {
  return text.replace(/[^\x20-\x7e]|[<>&]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

test('a size is never less than what is sent, nor than what any encoder makes of it', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value = JSON.parse(text) as object;
      const sent = JSON.stringify(value);
      expect(wireSize(value)).toBeGreaterThanOrEqual(Buffer.byteLength(sent));
      expect(wireSize(value)).toBe(mostEscaped(sent).length);
    }),
  );
  expect(textSize('"配置 🚀 <a>"')).toBe(mostEscaped('"配置 🚀 <a>"').length);
});

test('a text is cut to a size at a character, with an ellipsis; one that fits stays as it is', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 200 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 6, max: 400 }), (text, bytes) => {
      const clipped = clipText(text, bytes);
      const whole = text.toWellFormed();
      expect(textSize(JSON.stringify(clipped)) - 2).toBeLessThanOrEqual(bytes);
      expect(clipped.isWellFormed()).toBe(true);
      if (clipped !== whole) {
        expect(clipped.endsWith('…')).toBe(true);
        expect(whole.startsWith(clipped.slice(0, -1))).toBe(true);
        expect(textSize(JSON.stringify(whole)) - 2).toBeGreaterThan(bytes);
      }
    }),
  );
  expect(clipText('🚀🚀🚀', 30)).toBe('🚀🚀…');
});
