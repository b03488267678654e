/**
 * Every text of the page, in the language that is in use: one catalogue each, `<code>.json`, with the same keys.
 * A text is a string, or an object of plural forms, chosen by the value `n`; {name} stands for a value, which is a number or
 * words of ours: what others wrote never stands within a sentence, but in an element of its own (`foreign` in dom.js).
 */
import * as kept from './kept.js';

export const languages = { en: 'English', de: 'Deutsch', el: 'Ελληνικά', ar: 'العربية', th: 'ไทย' };

let catalogue = {};
let code = 'en';
let locale = 'en';

/** Arabic numerals differ by country: where none is known, those of the East. */
const localeWithout = { ar: 'ar-EG' };

function preferred() {
  const chosen = kept.settings().language;
  if (chosen in languages) return chosen;
  const wanted = navigator.languages.map((each) => each.split('-')[0]);
  return wanted.find((each) => each in languages) ?? 'en';
}

function localeOf(language) {
  const own = navigator.languages.find((each) => each.startsWith(`${language}-`));
  return own ?? localeWithout[language] ?? language;
}

/** Loads the catalogue of the language that was chosen, or that the browser asks for. */
export async function load() {
  const wanted = preferred();
  const answer = await fetch(new URL(`${wanted}.json`, import.meta.url));
  catalogue = await answer.json();
  code = wanted;
  locale = localeOf(wanted);
  document.documentElement.lang = code;
  document.documentElement.dir = code === 'ar' ? 'rtl' : 'ltr';
}

export function language() {
  return code;
}

export function number(value) {
  return new Intl.NumberFormat(locale).format(value);
}

/** With its sign, as the value of a move has it. */
export function signed(value) {
  return new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }).format(value);
}

export function date(text) {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(text));
}

/** Minutes and seconds, or days and hours where it is that long. */
export function duration(ms) {
  const seconds = Math.ceil(ms / 1000);
  if (seconds >= 86_400) return t('time.days_hours', { days: Math.floor(seconds / 86_400), hours: Math.floor(seconds / 3600) % 24 });
  if (seconds >= 3600) return t('time.hours_minutes', { hours: Math.floor(seconds / 3600), minutes: Math.floor(seconds / 60) % 60 });
  const two = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 });
  return `${number(Math.floor(seconds / 60))}:${two.format(seconds % 60)}`;
}

/** A text by its key, with its values; `n` chooses the plural form. */
export function t(key, values = {}) {
  let text = catalogue[key];
  if (text === undefined) return key;
  if (typeof text === 'object') text = text[new Intl.PluralRules(locale).select(values.n)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (_, name) => (typeof values[name] === 'number' ? number(values[name]) : values[name]));
}
