/** The words of one part of the workspace, by language. English is complete; another language is one more entry. */
export function inLanguage<Words>(byLanguage: { en: Words } & Partial<Record<string, Words>>): Words {
  return byLanguage[document.documentElement.lang] ?? byLanguage.en
}

export const locale = () => document.documentElement.lang || 'en'

let numbers: Intl.NumberFormat | undefined

/** To make a format takes longer than to use it a hundred times, and the page that is waited for shows a number. */
export function number(value: number): string {
  if (locale() === 'en' && Number.isInteger(value)) return String(value).replaceAll(/\B(?=(\d{3})+$)/g, ',')
  numbers ??= new Intl.NumberFormat(locale())
  return numbers.format(value)
}
