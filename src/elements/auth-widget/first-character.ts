/** What a person takes for the first character of a text: a letter with its accents, an emoji of several code points. */
export const firstCharacter = (text: string): string | undefined =>
  // Firefox has segmenters from version 125 on.
  Array.from('Segmenter' in Intl ? [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment) : text)[0];
