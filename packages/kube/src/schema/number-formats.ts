// Numbers with check digits: books and credit cards.

const CARD =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11})$/;

export function isCreditCard(text: string): boolean {
  const digits = text.replaceAll(/[^0-9]+/g, '');
  if (!CARD.test(digits)) return false;
  const sum = [...digits].toReversed().reduce((total, digit, index) => total + doubled(Number(digit), index % 2 === 1), 0);
  return sum % 10 === 0;
}

function doubled(digit: number, isDoubled: boolean): number {
  if (!isDoubled) return digit;
  return digit * 2 >= 10 ? digit * 2 - 9 : digit * 2;
}

export function isIsbn10(text: string): boolean {
  const digits = compact(text);
  if (!/^(?:[0-9]{9}X|[0-9]{10})$/.test(digits)) return false;
  const sum = [...digits].reduce((total, digit, index) => total + (index + 1) * (digit === 'X' ? 10 : Number(digit)), 0);
  return sum % 11 === 0;
}

export function isIsbn13(text: string): boolean {
  const digits = compact(text);
  if (!/^[0-9]{13}$/.test(digits)) return false;
  const sum = [...digits].slice(0, 12).reduce((total, digit, index) => total + (index % 2 === 0 ? 1 : 3) * Number(digit), 0);
  return Number(digits[12]) === (10 - (sum % 10)) % 10;
}

function compact(text: string): string {
  return text.replaceAll(/[\s-]+/g, '');
}
