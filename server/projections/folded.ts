/**
 * SQL for text in lower case, letters with accents too. Databases that are made without a locale, such as the embedded
 * one, would leave those as they are.
 */
export const folded = (text: string) => `(lower((${text}) collate "und-x-icu") collate "C")`
