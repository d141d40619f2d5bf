// The names of countries in the languages in which Chromium has none.
import assert from 'node:assert/strict';
import test from 'node:test';
import '../../src/countries/all.js';
import { choosePlans } from '../../src/core/countries/choose-plans.js';
import { countryOptions } from '../../src/core/countries/country-options.js';
import { countryPlans } from '../../src/core/countries/country-plans.js';

const optionsIn = (lang: string) => countryOptions(choosePlans('by all', countryPlans()), lang);
const inEnglish = new Map(optionsIn('en').map(({ region, text }) => [region, text]));

/** The letters in the order of the language, digraphs too. */
const ALPHABETS: Readonly<Record<string, string>> = {
  az: 'a b c ç d e ə f g ğ h x ı i j k q l m n o ö p r s ş t u ü v y z',
  be: 'а б в г д е ё ж з і й к л м н о п р с т у ў ф х ц ч ш ы ь э ю я',
  hy: 'ա բ գ դ ե զ է ը թ ժ ի լ խ ծ կ հ ձ ղ ճ մ յ ն շ ո չ պ ջ ռ ս վ տ ր ց ւ փ ք օ ֆ',
  ka: 'ა ბ გ დ ე ვ ზ თ ი კ ლ მ ნ ო პ ჟ რ ს ტ უ ფ ქ ღ ყ შ ჩ ც ძ წ ჭ ხ ჯ ჰ',
  kk: 'а ә б в г ғ д е ё ж з и й к қ л м н ң о ө п р с т у ұ ү ф х һ ц ч ш щ ъ ы і ь э ю я',
  ky: 'а б в г д е ё ж з и й к л м н ң о ө п р с т у ү ф х ц ч ш щ ъ ы ь э ю я',
  tg: 'а б в г ғ д е ё ж з и ӣ й к қ л м н о п р с т у ӯ ф х ҳ ч ҷ ш ъ э ю я',
  uz: 'a b d e f g h i j k l m n o p q r s t u v x y z oʻ gʻ sh ch',
};

/** The place of the first letter of a name in the alphabet of its language. */
function placeOf(name: string, lang: string): number {
  const letters = ALPHABETS[lang]!.split(' ');
  const text = name.toLocaleLowerCase(lang);
  const places = letters.flatMap((letter, place) => (text.startsWith(letter) ? [[letter.length, place] as const] : []));
  return (
    places.sort(([one], [other]) => other - one)[0]?.[1] ?? assert.fail(`${name} begins with no letter of ${lang}`)
  );
}

for (const [lang, belarus, first] of [
  ['az', 'Belarus (+375)', 'ABŞ Virgin adaları (+1)'],
  ['be', 'Беларусь (+375)', 'Аб’яднаныя Арабскія Эміраты (+971)'],
  ['hy', 'Բելառուս (+375)', 'Ադրբեջան (+994)'],
  ['ka', 'ბელარუსი (+375)', 'ავსტრალია (+61)'],
  ['kk', 'Беларусь (+375)', 'АҚШ-тың Виргин аралдары (+1)'],
  ['ky', 'Беларусь (+375)', 'Австралия (+61)'],
  ['tg', 'Белорус (+375)', 'Австралия (+61)'],
  ['uz', 'Belarus (+375)', 'Afgʻoniston (+93)'],
] as const) {
  test(`${lang}: every country has its name, in the order of the language after the countries of the page`, async () => {
    await import(`../../src/countries/names-${lang}.js`);
    const options = optionsIn(`${lang}-x-test`);
    assert.equal(options.length, countryPlans().size);
    assert.deepEqual(
      options.slice(0, 2).map(({ text }) => text),
      [belarus, first],
    );
    const english = options.filter(({ region, text }) => text === inEnglish.get(region));
    assert.ok(english.length < 60, `${english.length} names are the English ones`);
    const places = options.slice(1).map(({ text }) => placeOf(text, lang));
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other),
    );
    assert.ok(options.every(({ text }) => /^\p{L}.* \(\+\d+\)$/u.test(text)));
  });
}
